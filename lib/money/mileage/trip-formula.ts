import { type DistanceUnit, type Driven, type MileageRate, paidBy } from './trip-amount';

/** How the reader's language writes the parts of the formula. */
interface Writes {
  money(amount: string, currency: string): string;
  rate(amount: string, currency: string): string;
  distance(value: string, unit: DistanceUnit): string;
}

/** How the amount of a trip was worked out: `100 km × SEK 2.50 = SEK 250.00`, a term for each step of the year. */
export function tripFormula(
  trip: Driven & Pick<MileageRate, 'unit'>,
  amount: string,
  currency: string,
  format: Writes
): string {
  const { unit, perPassenger, passengers } = trip;
  const isMore = passengers > 0 && Number(perPassenger) > 0;
  const terms = paidBy(trip).map(({ distance, rate }) => {
    const paid = format.rate(rate, currency);
    const times = isMore ? `(${paid} + ${passengers} × ${format.rate(perPassenger, currency)})` : paid;
    return `${format.distance(distance, unit)} × ${times}`;
  });
  return `${terms.join(' + ')} = ${format.money(amount, currency)}`;
}
