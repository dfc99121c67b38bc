import './expense-reports.css';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { MEALS } from '@/lib/money/allowances/allowance-days';
import type { ReportLine } from '@/lib/money/expenses/lines';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { Empty } from '../ui/empty';
import type { FieldValues } from '../ui/field-spec';
import type { Formats } from '../ui/formats';
import { RecordForm } from '../ui/record-form';
import { saveAllowance } from './actions';
import { AllowanceAmount } from './allowance-amount';
import { allowanceFields, allowanceOffer } from './allowance-fields';

interface Props {
  report: ExpenseReport;
  /** The allowance that is changed; absent for a new one. */
  line?: ReportLine;
  href: string;
  page: { t: Translate; format: Formats; locale: Locale };
}

/** The form of a day allowance, which shows what it comes to while it is typed (C1.003). */
export async function AllowanceForm({ report, line, href, page }: Props) {
  const { t, locale } = page;
  const offer = await allowanceOffer(report);
  const { rates, types } = offer;
  const [rate, type] = [rates[0], types[0]];
  if (!rate) return <Empty title={t('allowance.rates.none', { currency: report.currency })} />;
  if (!type) return <Empty title={t('allowance.types.none')} />;
  const days = (line?.allowance?.days ?? []).map(({ day }) => day);
  const values = line ? valuesOf(line) : { destination: rate.destination };
  return (
    <section className="panel">
      <RecordForm
        action={saveAllowance}
        fields={allowanceFields(page, offer, days)}
        values={{ expenseTypeId: type.id, ...values }}
        hidden={{
          id: report.id,
          ...(line && { line: line.id }),
          ...(line?.allowance?.follows && { follows: 'true' }),
          ...(line?.allowance?.goesOn && { goesOn: 'true' }),
          ...(types.length === 1 && { expenseTypeId: type.id })
        }}
        submitLabel={t(line ? 'form.save' : 'allowance.add')}
        cancelHref={href}
      >
        <AllowanceAmount
          rates={rates}
          currency={report.currency}
          locale={locale}
          texts={{ amount: t('transaction.amount.paid'), none: t('allowance.rate.none', NONE) }}
        />
      </RecordForm>
    </section>
  );
}

/** What stands in the text until it is known. */
const NONE = { destination: '{destination}', date: '{date}' };

function valuesOf({ merchant: destination, description, expenseTypeId, allowance }: ReportLine): FieldValues {
  const { days = [], ...trip } = allowance ?? {};
  const meals = MEALS.map((meal) => [meal, days.filter((one) => one[meal]).map(({ day }) => day)]);
  return { destination, description, expenseTypeId, ...trip, ...Object.fromEntries(meals) };
}
