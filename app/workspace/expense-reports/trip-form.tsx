import './expense-reports.css';
import { dayAfter, isoDay } from '@/lib/core/calendar/days';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { now } from '@/lib/core/server/clock';
import type { ReportLine } from '@/lib/money/expenses/lines';
import { mileageYear, tripsDriven } from '@/lib/money/expenses/mileage-year';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import type { MileageRate } from '@/lib/money/mileage/trip-amount';
import { Empty } from '../ui/empty';
import type { FieldValues } from '../ui/field-spec';
import type { Formats } from '../ui/formats';
import { RecordForm } from '../ui/record-form';
import { saveTrip } from './actions';
import { TripAmount } from './trip-amount';
import { tripFields, tripOffer } from './trip-fields';

interface Props {
  /** What it goes on: a report, or a business trip that becomes one. */
  report: Pick<ExpenseReport, 'issuerId' | 'companyId' | 'ownerId' | 'currency' | 'id'>;
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
          year={await yearShown(report, rates, line?.id)}
          texts={{ amount: t('transaction.amount.paid'), none: t('mileage.rate.none', NONE) }}
        />
      </RecordForm>
    </section>
  );
}

/** So many days back, later trips may be in the year of one that is entered. */
const DAYS_BACK = 800;

/** What the owner has driven, where rates have steps: the preview finds the step of a trip by it. */
async function yearShown(report: Props['report'], rates: readonly MileageRate[], lineId: string | undefined) {
  if (!rates.some(({ steps }) => steps.length > 0)) return { firstMonth: 1, driven: [] };
  const today = isoDay(now());
  const days = { from: dayAfter(today, -DAYS_BACK), until: dayAfter(today, 1) };
  const [firstMonth, driven] = await Promise.all([mileageYear(report), tripsDriven(report, days)]);
  const others = driven.filter(({ id }) => id !== lineId);
  return {
    firstMonth,
    driven: others.map(({ id, day, vehicle, distance, pieces, isOpen }) => ({
      id,
      day,
      vehicle,
      distance,
      pieces,
      isOpen
    }))
  };
}

/** What stands in the text until it is known. */
const NONE = { vehicle: '{vehicle}', date: '{date}' };

function valuesOf({ day: spentOn, merchant: route, description, expenseTypeId, trip }: ReportLine): FieldValues {
  const { vehicle, distance, odometerStart, odometerEnd, passengers } = trip ?? {};
  const isRead = odometerStart !== null && odometerStart !== undefined;
  return {
    spentOn,
    vehicle,
    route,
    description,
    expenseTypeId,
    passengers,
    odometerStart,
    odometerEnd,
    ...(isRead ? { measure: 'odometer' } : { measure: 'distance', distance })
  };
}
