import { Decimal } from '@prisma/client/runtime/index-browser';
import { type MerchantCategory, merchantCategory } from '@/lib/core/entry/merchant-categories';
import type { SpendSum } from '@/lib/money/transactions/spend';

/** The spending of the home page, in one currency: exact amounts. */
export interface SpendSums {
  currency: string;
  /** This month's total, and the last one's. */
  current: Decimal;
  previous: Decimal;
  /** Of the month: the categories with the largest amounts, then what is left. */
  categories: { category: MerchantCategory | 'rest'; amount: Decimal }[];
  /** Each of the months, oldest first. */
  months: { month: string; amount: Decimal }[];
}

/** The categories shown by themselves. */
const SHOWN = 3;

export const sumOf = (lines: readonly { amount: string | Decimal }[]) =>
  lines.reduce((sum, { amount }) => sum.add(amount), new Decimal(0));

/**
 * The spending in the currency with the most transactions.
 *
 * @param months written `2026-02`, oldest first; the last is the current one
 */
export function spendSums(lines: readonly SpendSum[], months: readonly string[]): SpendSums | null {
  const counts = new Map<string, number>();
  for (const { currency, count } of lines) counts.set(currency, (counts.get(currency) ?? 0) + count);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  if (!most) return null;
  const [currency] = most;
  const ours = lines.filter((line) => line.currency === currency);
  const [previous, current] = months.slice(-2).map((month) => ours.filter((line) => line.month === month));
  return {
    currency,
    current: sumOf(current ?? []),
    previous: sumOf(previous ?? []),
    categories: largest(current ?? []),
    months: months.map((month) => ({ month, amount: sumOf(ours.filter((line) => line.month === month)) }))
  };
}

function largest(lines: readonly SpendSum[]): SpendSums['categories'] {
  const amounts = new Map<MerchantCategory, Decimal>();
  for (const { category, amount } of lines) {
    const group = merchantCategory(category);
    amounts.set(group, (amounts.get(group) ?? new Decimal(0)).add(amount));
  }
  const sorted = [...amounts]
    .map(([category, amount]) => ({ category, amount }))
    .filter(({ amount }) => amount.gt(0))
    .sort((one, other) => other.amount.cmp(one.amount));
  const rest = sumOf(lines).sub(sumOf(sorted.slice(0, SHOWN)));
  return [...sorted.slice(0, SHOWN), ...(rest.gt(0) ? [{ category: 'rest' as const, amount: rest }] : [])];
}
