import { bookingOf } from '@/lib/money/central-travel/bookings';
import type { signedInPrincipal } from '../signed-in';
import { Facts } from '../ui/facts';
import { bookingFacts } from './shown';

interface Props {
  transactionId: string;
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
}

/** The booking that a charge of a central travel account carries: who travelled, where and when (C3.037D). */
export async function BookingOfTransaction({ transactionId, page: { principal, program, t, format } }: Props) {
  const booking = program.has('central.travel') ? await bookingOf(principal, transactionId) : null;
  if (!booking) return null;
  return (
    <section className="panel" aria-labelledby="booking-heading">
      <h2 id="booking-heading">{t('central.travel.one')}</h2>
      <Facts facts={bookingFacts(booking, t, format).filter(({ value }) => value !== null)} />
    </section>
  );
}
