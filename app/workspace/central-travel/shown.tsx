import type { Translate } from '@/lib/core/language/texts';
import type { Booking } from '@/lib/money/central-travel/bookings';
import type { Result } from '@/lib/money/central-travel/match-bookings';
import { Badge } from '../ui/badge';
import type { Formats } from '../ui/formats';

export const LIST = '/workspace/central-travel';
export const FILES = `${LIST}/files`;

const TONES = { matched: 'good', several: 'warning', none: 'warning', already: 'neutral' } as const;

/** What was found for a booking in a word. */
export const ResultBadge = ({ t, result }: { t: Translate; result: Result }) => (
  <Badge tone={TONES[result]}>{t(`central.travel.result.${result}`)}</Badge>
);

/** The facts of a booking, as text; a transaction shows the first of them (C3.037D). */
export function bookingFacts(
  booking: Booking,
  t: Translate,
  format: Formats
): { label: string; value: string | null }[] {
  const day = (on: string | null) => on && format.date(on);
  return [
    { label: t('central.travel.traveller'), value: booking.traveller },
    { label: t('central.travel.route'), value: booking.route },
    { label: t('central.travel.from'), value: day(booking.from) },
    { label: t('central.travel.to'), value: day(booking.to) },
    { label: t('central.travel.carrier'), value: booking.carrier },
    { label: t('central.travel.ticket'), value: booking.ticket },
    { label: t('central.travel.booking'), value: booking.booking },
    { label: t('central.travel.employee'), value: booking.employee },
    { label: t('central.travel.cost.centre'), value: booking.costCentre },
    { label: t('central.travel.booked'), value: day(booking.bookedOn) },
    { label: t('central.travel.agent'), value: booking.agent },
    ...Object.entries(booking.custom).map(([label, value]) => ({ label, value }))
  ];
}
