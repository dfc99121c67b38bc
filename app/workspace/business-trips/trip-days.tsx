import { type AllowanceRate, amountOfDay, destinationsOf, MEALS } from '@/lib/money/allowances/allowance-days';
import { allowancesOf } from '@/lib/money/business-trips/allowance-parts';
import type { TripDay } from '@/lib/money/business-trips/schema';
import type { BusinessTrip } from '@/lib/money/business-trips/trips';
import type { signedInFor } from '../signed-in';
import { RecordForm } from '../ui/record-form';
import { Table } from '../ui/table';
import { putDays } from './actions';
import { dayFields, dayValues } from './fields';

interface Props {
  trip: BusinessTrip;
  days: readonly TripDay[];
  rates: readonly AllowanceRate[];
  isEditable: boolean;
  page: Pick<Awaited<ReturnType<typeof signedInFor>>, 't' | 'format'>;
}

/** The days of a trip with what each comes to, and the form that says where each was and which meals were provided. */
export function TripDays({ trip, days, rates, isEditable, page }: Props) {
  const { t, format } = page;
  const destinations = destinationsOf(rates);
  if (days.length === 0 && (!isEditable || destinations.length === 0)) return null;
  return (
    <section className="panel" aria-labelledby="days-heading">
      <h2 id="days-heading">{t('business.trip.days')}</h2>
      {days.length > 0 && <Paid {...{ trip, days, rates, page }} />}
      {isEditable && (
        <details className="trip-days" open={days.length === 0}>
          <summary>{t('business.trip.days.change')}</summary>
          <RecordForm
            id="days"
            action={putDays}
            fields={dayFields({ t, format }, trip, destinations)}
            values={dayValues(days)}
            hidden={{ id: trip.id }}
            version={trip.version}
            submitLabel={t('business.trip.days.save')}
            minor
          />
        </details>
      )}
    </section>
  );
}

function Paid({ trip, days, rates, page: { t, format } }: Omit<Props, 'isEditable'>) {
  const found = allowancesOf(trip, days, rates).flatMap((part) => part.days);
  return (
    <Table
      named
      columns={[
        { label: t('allowance.day') },
        { label: t('allowance.destination') },
        { label: t('allowance.extent') },
        { label: t('allowance.meals') },
        { label: t('transaction.amount.paid'), figure: true }
      ]}
      rows={days.map((one) => {
        const paid = found.find(({ day }) => day === one.day);
        return {
          key: one.day,
          cells: [
            format.date(one.day),
            one.destination,
            paid
              ? t(`allowance.extent.${paid.extent}`)
              : t('allowance.rate.none', { destination: one.destination, date: format.date(one.day) }),
            MEALS.filter((meal) => one[meal])
              .map((meal) => t(`allowance.${meal}`))
              .join(' · ') || '–',
            paid ? format.money(amountOfDay(paid), trip.currency) : '–'
          ]
        };
      })}
    />
  );
}
