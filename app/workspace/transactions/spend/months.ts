import { dayFrom, dayOf, isoOf, partsOf } from '@/lib/core/calendar/days';
import type { Months } from '@/lib/money/transactions/spend';

/** The longest retention (CD.5). */
const OFFERED = 36;
const SHOWN = 12;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The month a number of months earlier. */
function before(month: string, count: number): string {
  const { year, month: number } = partsOf(dayOf(`${month}-01`));
  return isoOf(dayFrom(year, number - count, 1)).slice(0, 7);
}

/** The current month in a time zone: `2026-02`. */
export function monthIn(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part('year')}-${part('month')}`;
}

/** The selectable months, newest first. */
export const monthsUntil = (month: string): string[] =>
  Array.from({ length: OFFERED }, (_, count) => before(month, count));

/** The last months, the given one included. */
export const lastMonths = (month: string, count: number): Months => ({ from: before(month, count - 1), to: month });

/** The months of a year until the given one. */
export const yearUntil = (month: string): Months => ({ from: `${month.slice(0, 4)}-01`, to: month });

/** Every month from one to another. */
export function monthsOf({ from, to }: Months): string[] {
  const months = [to];
  while ((months[0] as string) > from) months.unshift(before(months[0] as string, 1));
  return months;
}

/** As many months right before the given ones. */
export function monthsBefore(months: Months): Months {
  const to = before(months.from, 1);
  return { from: before(to, monthsOf(months).length - 1), to };
}

/** The last day of a month: `2026-02-28`. */
export function lastDayOf(month: string): string {
  const { year, month: number } = partsOf(dayOf(`${month}-01`));
  return isoOf(dayFrom(year, number + 1, 0));
}

/** The months requested by an address, in order; the newest twelve if it names no valid ones. */
export function askedMonths({ from, to }: { from?: unknown; to?: unknown }, current: string): Months {
  const oldest = before(current, OFFERED - 1);
  const known = (month: unknown): month is string =>
    typeof month === 'string' && MONTH.test(month) && month >= oldest && month <= current;
  const last = known(to) ? to : current;
  const first = known(from) ? from : before(last, SHOWN - 1);
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}
