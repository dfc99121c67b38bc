import type { Driven, MileageRate } from '@/lib/money/mileage/trip-amount';
import type { Formats } from '../ui/formats';

/** How the amount of a trip was worked out: `100 km × SEK 2.50 = SEK 250.00`. */
export function tripFormula(
  { distance, unit, rate, perPassenger, passengers }: Driven & Pick<MileageRate, 'unit'>,
  amount: string,
  currency: string,
  format: Pick<Formats, 'distance' | 'money' | 'rate'>
): string {
  const paid = format.rate(rate, currency);
  const isMore = passengers > 0 && Number(perPassenger) > 0;
  const times = isMore ? `(${paid} + ${passengers} × ${format.rate(perPassenger, currency)})` : paid;
  return `${format.distance(distance, unit)} × ${times} = ${format.money(amount, currency)}`;
}
