import type { Translate } from '@/lib/core/language/texts';
import type { Booking } from '@/lib/money/central-travel/bookings';
import type { Formats } from '../ui/formats';
import { Table } from '../ui/table';

interface Props {
  bookings: readonly Booking[];
  t: Translate;
  format: Formats;
}

/** What an agency booked for the traveller: the company has paid, so nothing of it is on the report (C1.039). */
export function TripBookings({ bookings, t, format }: Props) {
  if (bookings.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="bookings-heading">
      <h2 id="bookings-heading">{t('business.trip.bookings')}</h2>
      <p className="muted">{t('business.trip.bookings.hint')}</p>
      <Table
        named
        columns={[
          { label: t('central.travel.route') },
          { label: t('central.travel.carrier') },
          { label: t('central.travel.booking') },
          { label: t('allowance.first.day') },
          { label: t('central.travel.amount'), figure: true }
        ]}
        rows={bookings.map((one) => ({
          key: one.id,
          cells: [
            one.route ?? t('central.travel.one'),
            one.carrier ?? '–',
            one.booking ?? one.ticket ?? '–',
            one.from ? format.date(one.from) : '–',
            format.money(one.amount, one.currency)
          ]
        }))}
      />
    </section>
  );
}
