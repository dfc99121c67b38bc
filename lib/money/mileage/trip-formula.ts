import type { DistanceUnit, Driven, MileageRate } from './trip-amount';

/** How the reader's language writes the parts of the formula. */
interface Writes {
  money(amount: string, currency: string): string;
  rate(amount: string, currency: string): string;
  distance(value: string, unit: DistanceUnit): string;
}

/** How the amount of a trip was worked out: `100 km × SEK 2.50 = SEK 250.00`. */
export function tripFormula(
  { distance, unit, rate, perPassenger, passengers }: Driven & Pick<MileageRate, 'unit'>,
  amount: string,
  currency: string,
  format: Writes
): string {
  const paid = format.rate(rate, currency);
  const isMore = passengers > 0 && Number(perPassenger) > 0;
  const times = isMore ? `(${paid} + ${passengers} × ${format.rate(perPassenger, currency)})` : paid;
  return `${format.distance(distance, unit)} × ${times} = ${format.money(amount, currency)}`;
}
