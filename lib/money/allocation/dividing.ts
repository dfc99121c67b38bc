import { Decimal } from '@prisma/client/runtime/index-browser';
import { shares, type Whole } from './splits';

/** The maximum number of decimals of a percentage. */
const MOST_DIGITS = 6;
const HUNDRED = new Decimal(100);
const ZERO = new Decimal(0);

type Divided = Pick<Whole, 'amount' | 'digits'>;

export const sumOf = (values: readonly Decimal[]): Decimal => values.reduce((total, value) => total.plus(value), ZERO);

/** Divides an amount into equal parts; the last part takes the rounding (C5.035). */
export function evenAmounts({ amount, digits }: Divided, count: number): Decimal[] {
  const share = amount.div(count).toDecimalPlaces(digits, Decimal.ROUND_DOWN);
  return [...Array.from({ length: count - 1 }, () => share), amount.minus(share.times(count - 1))];
}

/** The amounts of percentages that need not total 100 yet. If they do, the last amount takes the rounding. */
export function amountsAt({ amount, digits }: Divided, percents: readonly Decimal[]): Decimal[] {
  if (sumOf(percents).equals(HUNDRED)) return shares(amount, percents, digits);
  return percents.map((percent) => amount.times(percent).div(HUNDRED).toDecimalPlaces(digits, Decimal.ROUND_HALF_UP));
}

/**
 * Converts amounts to percentages of the whole. If the amounts total it, the percentages total 100 and have the fewest
 * decimals that convert back to the same amounts.
 */
export function percentsOf({ amount, digits }: Divided, amounts: readonly Decimal[]): Decimal[] {
  if (amount.isZero()) return evenAmounts({ amount: HUNDRED, digits: 2 }, amounts.length);
  const percents = (places: number, rounding: Decimal.Rounding) =>
    amounts.map((part) => part.times(HUNDRED).div(amount).toDecimalPlaces(places, rounding));
  if (!sumOf(amounts).equals(amount)) return percents(2, Decimal.ROUND_HALF_UP);
  const whole = (given: readonly Decimal[]) => [...given.slice(0, -1), HUNDRED.minus(sumOf(given.slice(0, -1)))];
  for (let places = 2; places <= MOST_DIGITS; places++) {
    const found = whole(percents(places, Decimal.ROUND_HALF_UP));
    const back = found.some((percent) => percent.isNegative()) ? [] : shares(amount, found, digits);
    if (back.length > 0 && back.every((part, index) => part.equals(amounts[index] as Decimal))) return found;
  }
  return whole(percents(MOST_DIGITS, Decimal.ROUND_DOWN));
}
