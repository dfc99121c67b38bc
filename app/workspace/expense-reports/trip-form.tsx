import './expense-reports.css';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { ReportLine } from '@/lib/money/expenses/lines';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { Empty } from '../ui/empty';
import type { FieldValues } from '../ui/field-spec';
import type { Formats } from '../ui/formats';
import { RecordForm } from '../ui/record-form';
import { saveTrip } from './actions';
import { TripAmount } from './trip-amount';
import { tripFields, tripOffer } from './trip-fields';

interface Props {
  /** What it goes on: a report, or a business trip that becomes one. */
  report: Pick<ExpenseReport, 'issuerId' | 'companyId' | 'currency' | 'id'>;
  action?: typeof saveTrip;
  /** The trip that is changed; absent for a new one. */
  line?: ReportLine;
  today: string;
  href: string;
  page: { t: Translate; format: Formats; locale: Locale };
}

/** The form of a trip, which shows what it comes to while it is typed (C1.003). */
export async function TripForm({ report, line, today, href, page, action = saveTrip }: Props) {
  const { t, locale } = page;
  const offer = await tripOffer(report);
  const { rates, types } = offer;
  const [rate, type] = [rates[0], types[0]];
  if (!rate) return <Empty title={t('mileage.rates.none', { currency: report.currency })} />;
  if (!type) return <Empty title={t('mileage.types.none')} />;
  const values = line ? valuesOf(line) : { spentOn: today, vehicle: rate.vehicle, measure: 'distance', passengers: 0 };
  return (
    <section className="panel">
      <RecordForm
        action={action}
        fields={tripFields(page, offer)}
        values={{ expenseTypeId: type.id, ...values }}
        hidden={{
          id: report.id,
          ...(line && { line: line.id }),
          ...(types.length === 1 && { expenseTypeId: type.id })
        }}
        submitLabel={t(line ? 'form.save' : 'mileage.add')}
        cancelHref={href}
      >
        <TripAmount
          rates={rates}
          currency={report.currency}
          locale={locale}
          texts={{ amount: t('transaction.amount.paid'), none: t('mileage.rate.none', NONE) }}
        />
      </RecordForm>
    </section>
  );
}

/** What stands in the text until it is known. */
const NONE = { vehicle: '{vehicle}', date: '{date}' };

function valuesOf({ day: spentOn, merchant: route, description, expenseTypeId, trip }: ReportLine): FieldValues {
  const { vehicle, distance, odometerStart, odometerEnd, passengers } = trip ?? {};
  const isRead = odometerStart !== null && odometerStart !== undefined;
  return {
    ...{ spentOn, vehicle, route, description, expenseTypeId, passengers, odometerStart, odometerEnd },
    ...(isRead ? { measure: 'odometer' } : { measure: 'distance', distance })
  };
}
