import { Decimal } from '@prisma/client/runtime/index-browser';
import { groupBy } from '@/lib/core/database/group-by';
import type { Months, SpendLine } from '@/lib/money/transactions/spend';
import { monthsBefore, monthsOf } from './months';

/** What is told of a month, a key, or all of them: exact amounts of one currency. */
export interface SpendFigures {
  amount: Decimal;
  /** The amount of the period before. */
  previous: Decimal;
  /** The number of transactions of the period. */
  count: number;
}

export interface SpendRow extends SpendFigures {
  key: string | null;
  name: string | null;
  isRest: boolean;
  isAccount: boolean;
  /** The amounts by month of the period; a month without any has none. */
  months: ReadonlyMap<string, Decimal>;
}

/** The spending in one currency, against as many months before. */
export interface SpendSheet {
  currency: string;
  /** The currencies with spending, the one with the most transactions first. */
  currencies: readonly string[];
  months: readonly (SpendFigures & { month: string; previousMonth: string })[];
  /** Largest first, then the sum of the others. */
  rows: readonly SpendRow[];
  total: SpendFigures;
}

/**
 * The spending of a period and the one before it in one currency.
 *
 * @param asked the currency to show, if there is any spending in it; else the one with the most transactions
 * @returns null if there is no spending in the period
 */
export function spendSheet(lines: readonly SpendLine[], months: Months, asked?: string | null): SpendSheet | null {
  const counts = new Map<string, number>();
  for (const { currency, count, month } of lines)
    if (month >= months.from) counts.set(currency, (counts.get(currency) ?? 0) + count);
  const currencies = [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
  const currency = currencies.find((one) => one === asked) ?? currencies[0];
  if (currency === undefined) return null;
  const ours = lines.filter((line) => line.currency === currency);
  const period = monthsOf(months);
  const before = monthsOf(monthsBefore(months));
  return {
    currency,
    currencies,
    months: period.map((month, at) => {
      const previousMonth = before[at] as string;
      const [now, then] = [month, previousMonth].map((one) => ours.filter((line) => line.month === one));
      return { month, previousMonth, amount: sum(now), previous: sum(then), count: countOf(now) };
    }),
    rows: rowsOf(ours, months),
    total: figuresOf(ours, months)
  };
}

const sum = (lines: readonly SpendLine[] = []) =>
  lines.reduce((total, { amount }) => total.add(amount), new Decimal(0));
const countOf = (lines: readonly SpendLine[] = []) => lines.reduce((total, { count }) => total + count, 0);

function figuresOf(lines: readonly SpendLine[], { from }: Months): SpendFigures {
  const now = lines.filter(({ month }) => month >= from);
  return { amount: sum(now), previous: sum(lines.filter(({ month }) => month < from)), count: countOf(now) };
}

function rowsOf(lines: readonly SpendLine[], months: Months): SpendRow[] {
  const groups = groupBy(lines, ({ key, isRest }) => (isRest ? 'rest' : `key ${key}`));
  const rows = [...groups.values()].map((group): SpendRow => {
    const { key, name, isRest, isAccount } = group[0] as SpendLine;
    return {
      key,
      name,
      isRest,
      isAccount,
      ...figuresOf(group, months),
      months: new Map(
        group.filter(({ month }) => month >= months.from).map(({ month, amount }) => [month, new Decimal(amount)])
      )
    };
  });
  return rows.sort((one, other) => Number(one.isRest) - Number(other.isRest) || other.amount.cmp(one.amount));
}

/** A part of a whole in percent with one digit; null without a whole. */
export const shareOf = (part: Decimal, whole: Decimal): number | null =>
  whole.gt(0) ? part.div(whole).mul(100).toDecimalPlaces(1).toNumber() : null;

/** The change against an earlier amount as a ratio: 0.5 for half as much again; null if there is nothing to compare with. */
export const changeOf = ({ amount, previous }: SpendFigures): number | null =>
  previous.gt(0) ? amount.sub(previous).div(previous).toDecimalPlaces(3).toNumber() : null;
