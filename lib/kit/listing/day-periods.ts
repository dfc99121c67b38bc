import { dayFrom, isoOf } from '../../core/calendar/days';
/** Periods in words, which become days when they are used. The text of each is at `listing.range.<period>`. */
export const DAY_PERIODS = ['month', 'month.last', 'quarter', 'quarter.last', 'year', 'year.last'] as const;
export type DayPeriod = (typeof DAY_PERIODS)[number];

const iso = (year: number, month: number, date: number) => isoOf(dayFrom(year, month + 1, date));

/** The first and the last day of a period around `today`, `2026-02-28`. */
export function daysOf(period: DayPeriod, today: string): { from: string; to: string } {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const at = month - 1;
  const quarter = at - (at % 3);
  const months = (first: number, count: number) => ({ from: iso(year, first, 1), to: iso(year, first + count, 0) });
  switch (period) {
    case 'month':
      return months(at, 1);
    case 'month.last':
      return months(at - 1, 1);
    case 'quarter':
      return months(quarter, 3);
    case 'quarter.last':
      return months(quarter - 3, 3);
    case 'year':
      return months(0, 12);
    default:
      return months(-12, 12);
  }
}
