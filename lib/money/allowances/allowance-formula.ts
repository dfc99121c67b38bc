import { textOf, unitsOf } from '../expense-policies/exact';
import { type AllowanceDay, allowanceAmount, amountOfDay } from './allowance-days';

/** How the reader's language writes the parts of the formula. */
interface Writes {
  money(amount: string, currency: string): string;
}

/** How an allowance was worked out: `1 × EUR 28.00 + 2 × EUR 14.00 − EUR 5.60 = EUR 50.40`. */
export function allowanceFormula(days: readonly AllowanceDay[], currency: string, { money }: Writes): string {
  const paid = days.filter(({ extent }) => extent !== 'none').map(({ base }) => base);
  const times = [...new Set(paid)].map(
    (base) => `${paid.filter((one) => one === base).length} × ${money(base, currency)}`
  );
  const meals = textOf(days.reduce((sum, { deducted }) => sum + unitsOf(deducted), 0n));
  const less = meals === '0' ? '' : ` − ${money(meals, currency)}`;
  return `${times.join(' + ') || money('0', currency)}${less} = ${money(allowanceAmount(days), currency)}`;
}

/** The same of one day: `EUR 14.00 − EUR 5.60 = EUR 8.40`, or the amount alone. */
export function dayFormula(day: AllowanceDay, currency: string, { money }: Writes): string {
  const amount = money(amountOfDay(day), currency);
  if (day.deducted === '0') return amount;
  return `${money(day.base, currency)} − ${money(day.deducted, currency)} = ${amount}`;
}
