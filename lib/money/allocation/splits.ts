import { Decimal } from '@prisma/client/runtime/index-browser';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';

/** The limits for the splits of one transaction (C5.033, C9.031). */
export const FEWEST_SPLITS = 2;
export const MOST_SPLITS = 100;
/** The message parameters for these limits. */
export const SPLIT_COUNT = { minimum: FEWEST_SPLITS, maximum: MOST_SPLITS };
/** Decimals of a percentage. */
const PERCENT_DIGITS = 6;

const decimal = (value: string | number) => new Decimal(value);
const sum = (values: readonly Decimal[]) => values.reduce((total, value) => total.plus(value), decimal(0));

/** The cost to divide: the billed amount, the tax in it, and the decimals of its currency. */
export interface Whole {
  amount: Decimal;
  taxAmount: Decimal | null;
  digits: number;
}

/** A part of the whole, with `percent` if it was divided by percentages. Exact decimals, with the sign of the whole. */
export interface Part {
  amount: Decimal;
  percent: Decimal | null;
  taxAmount: Decimal | null;
}

const countRefusal = (count: number): Refusal | null =>
  count < FEWEST_SPLITS || count > MOST_SPLITS ? { code: 'split.count', params: SPLIT_COUNT } : null;

/**
 * Divides an amount by percentages: each part is rounded to the nearest minor unit, and the last takes the rounding.
 */
export function shares(amount: Decimal, percents: readonly Decimal[], digits: number): Decimal[] {
  const round = (rounding: 1 | 4) => {
    const parts = percents
      .slice(0, -1)
      .map((percent) => amount.times(percent).div(100).toDecimalPlaces(digits, rounding));
    return [...parts, amount.minus(sum(parts))];
  };
  const nearest = round(Decimal.ROUND_HALF_UP);
  const last = nearest.at(-1) as Decimal;
  // If rounding up exceeds the amount, nothing is rounded up: no split may be negative (C5.032).
  return last.times(amount).isNegative() && !last.isZero() ? round(Decimal.ROUND_DOWN) : nearest;
}

/**
 * Limits each split's tax to its cost, because the rounding of many taxes can exceed the last cost. The excess goes to
 * the last splits with room for it.
 */
export function taxesWithin(taxes: readonly Decimal[], amounts: readonly Decimal[]): Decimal[] {
  const room = taxes.map((tax, index) => (amounts[index] as Decimal).abs().minus(tax.abs()));
  let over = sum(room.filter((left) => left.isNegative())).abs();
  const sizes = taxes.map((tax, index) => Decimal.min(tax.abs(), (amounts[index] as Decimal).abs()));
  for (let index = sizes.length - 1; index >= 0; index--) {
    const taken = Decimal.min(over, Decimal.max(room[index] as Decimal, 0));
    sizes[index] = (sizes[index] as Decimal).plus(taken);
    over = over.minus(taken);
  }
  if (!over.isZero()) return [...taxes];
  const isBack = taxes.some((tax) => tax.isNegative() && !tax.isZero());
  return sizes.map((size) => (isBack ? size.negated() : size));
}

/**
 * The reason that percentages are invalid, or null: 2 to 100 of them must total 100 without negatives (C5.032, C5.033).
 */
export function sharesRefusal(percents: readonly Decimal[]): Refusal | null {
  const count = countRefusal(percents.length);
  if (count) return count;
  const negative = percents.findIndex((percent) => percent.isNegative());
  if (negative >= 0) return { code: 'split.negative', field: String(negative) };
  const total = sum(percents);
  return total.equals(100) ? null : { code: 'split.percent.total', params: { total: total.toString() } };
}

/**
 * Divides by percentages, which must total 100 without negatives (C5.032). Taxes follow in the same proportion. A
 * refusal's `field` is the position of the faulty split, from 0.
 */
export function splitByPercent(whole: Whole, typed: readonly string[]): Result<Part[]> {
  const percents = typed.map((percent) => decimal(percent));
  const refusal = sharesRefusal(percents);
  if (refusal) return refused(refusal);
  const amounts = shares(whole.amount, percents, whole.digits);
  const taxes = whole.taxAmount && taxesWithin(shares(whole.taxAmount, percents, whole.digits), amounts);
  return accepted(
    percents.map((percent, index) => ({
      amount: amounts[index] as Decimal,
      percent: percent.toDecimalPlaces(PERCENT_DIGITS),
      taxAmount: taxes ? (taxes[index] as Decimal) : null
    }))
  );
}

/**
 * Divides by amounts and by the entered taxes; without them, taxes follow the amounts. Both must total the whole
 * (C5.034) and have its sign; `params.remaining` is the missing amount, with its sign. A refused tax has its own
 * `field`: `2.taxAmount`.
 */
export function splitByAmount(
  whole: Whole,
  typed: readonly { amount: string; taxAmount: string | null }[]
): Result<Part[]> {
  const count = countRefusal(typed.length);
  if (count) return refused(count);
  const amounts = typed.map(({ amount }) => decimal(amount));
  const opposite = amounts.findIndex((amount) => amount.times(whole.amount).isNegative() && !amount.isZero());
  if (opposite >= 0) return refused({ code: 'split.negative', field: String(opposite) });
  const finer = amounts.findIndex((amount) => amount.decimalPlaces() > whole.digits);
  if (finer >= 0) return refused({ code: 'split.decimals', field: String(finer), params: { digits: whole.digits } });
  const remaining = whole.amount.minus(sum(amounts));
  if (!remaining.isZero()) return refused({ code: 'split.amount.total', params: { remaining: remaining.toString() } });
  const taxes = taxesOf(whole, typed, amounts);
  if (!taxes.ok) return taxes;
  return accepted(
    amounts.map((amount, index) => ({
      amount,
      percent: null,
      taxAmount: taxes.value ? (taxes.value[index] as Decimal) : null
    }))
  );
}

/** The field name of a split's tax. */
const taxOf = (index: number) => `${index}.taxAmount`;

function taxesOf(
  { amount, taxAmount, digits }: Whole,
  typed: readonly { taxAmount: string | null }[],
  amounts: readonly Decimal[]
): Result<Decimal[] | null> {
  if (typed.every(({ taxAmount: tax }) => tax === null))
    return accepted(
      taxAmount &&
        taxesWithin(
          shares(
            taxAmount,
            amounts.map((part) => (amount.isZero() ? decimal(100).div(amounts.length) : part.times(100).div(amount))),
            digits
          ),
          amounts
        )
    );
  const taxes = typed.map(({ taxAmount: tax }) => decimal(tax ?? 0));
  const whole = taxAmount ?? decimal(0);
  const larger = taxes.findIndex((tax, index) => tax.abs().greaterThan((amounts[index] as Decimal).abs()));
  if (larger >= 0) return refused({ code: 'split.tax.larger', field: taxOf(larger) });
  const opposite = taxes.findIndex((tax) => tax.times(whole).isNegative() && !tax.isZero());
  if (opposite >= 0) return refused({ code: 'split.negative', field: taxOf(opposite) });
  const finer = taxes.findIndex((tax) => tax.decimalPlaces() > digits);
  if (finer >= 0) return refused({ code: 'split.decimals', field: taxOf(finer), params: { digits } });
  const remaining = whole.minus(sum(taxes));
  return remaining.isZero()
    ? accepted(taxAmount && taxes)
    : refused({ code: 'split.tax.total', params: { remaining: remaining.toString() } });
}

/** Equal percentages of two decimals for this number of splits; the last takes the rounding (C5.035: at least 2). */
export function balanced(count: number): Result<string[]> {
  if (count < FEWEST_SPLITS) return refused({ code: 'split.balance.count', params: { minimum: FEWEST_SPLITS } });
  const refusal = countRefusal(count);
  if (refusal) return refused(refusal);
  const share = decimal(100).div(count).toDecimalPlaces(2, Decimal.ROUND_DOWN);
  const last = decimal(100).minus(share.times(count - 1));
  return accepted([...Array.from({ length: count - 1 }, () => share.toString()), last.toString()]);
}
