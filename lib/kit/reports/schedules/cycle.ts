import { type Day, dayFrom, dayOf, isoOf, lengthOf, partsOf, weekdayOf } from '../../../core/calendar/days';

const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The months of a period that ends on a day of a month. */
const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const;

/** When the periods of a reporting cycle end (C3.026), or those of a fiscal year. */
export interface Cycle {
  frequency: 'weekly' | 'biweekly' | keyof typeof MONTHS;
  closingWeekday: (typeof WEEKDAY_NAMES)[number] | null;
  closingDay: number | null;
  startsOn: string;
}

/** Whether a period of the cycle ends on a day. The first period begins on the day that the cycle starts. */
export function closesOn({ frequency, closingWeekday, closingDay, startsOn }: Cycle, day: Day): boolean {
  const start = dayOf(startsOn);
  if (day < start) return false;
  if (frequency === 'weekly' || frequency === 'biweekly') {
    if (closingWeekday === null || weekdayOf(day) !== WEEKDAY_NAMES.indexOf(closingWeekday) + 1) return false;
    // The first period of two weeks ends with its second week.
    return frequency === 'weekly' || Math.floor((day - start) / 7) % 2 === 1;
  }
  const { year, month, date } = partsOf(day);
  if (closingDay === null || date !== Math.min(closingDay, lengthOf(year, month))) return false;
  const months = MONTHS[frequency];
  return (monthOf(day) - firstClosing(start, closingDay, months)) % months === 0;
}

/** The parts of a fiscal year that begins with a month, from 1, as a cycle. */
export const fiscalCycle = (fiscalStart: number, unit: FiscalUnit): Cycle => ({
  frequency: ({ month: 'monthly', quarter: 'quarterly', year: 'yearly' } as const)[unit],
  closingWeekday: null,
  closingDay: 31,
  // Before any day that a report asks for.
  startsOn: isoOf(dayFrom(1990, fiscalStart, 1))
});

export const FISCAL_UNITS = ['month', 'quarter', 'year'] as const;
export type FiscalUnit = (typeof FISCAL_UNITS)[number];

/** A period is a year at most. */
const LONGEST = 366;

/**
 * The first and the last day of the period that `today`, `2026-02-28`, is in, or of the last `count` that have ended
 * before; null: none has. The first period begins on the day that the cycle starts.
 */
export function cycleDays(cycle: Cycle, today: string, count: number): { from: string; to: string } | null {
  const [start, day] = [dayOf(cycle.startsOn), dayOf(today)];
  if (day < start) return null;
  const closingBefore = (at: Day): Day => {
    let closing = at - 1;
    while (closing >= start && !closesOn(cycle, closing)) closing -= 1;
    return Math.max(closing, start - 1);
  };
  let first = closingBefore(day);
  if (count === 0) {
    let last = day;
    while (last < day + LONGEST && !closesOn(cycle, last)) last += 1;
    return { from: isoOf(first + 1), to: isoOf(last) };
  }
  const last = first;
  if (last < start) return null;
  for (let left = count; left > 0 && first >= start; left--) first = closingBefore(first);
  return { from: isoOf(first + 1), to: isoOf(last) };
}

/** Months since the year 0. */
const monthOf = (day: Day): number => {
  const { year, month } = partsOf(day);
  return year * 12 + month - 1;
};

/** The month in which the first period of so many months ends: with as many closing days after its start. */
function firstClosing(start: Day, closingDay: number, months: number): number {
  const { year, month, date } = partsOf(start);
  const closesThisMonth = date <= Math.min(closingDay, lengthOf(year, month));
  return monthOf(start) + (closesThisMonth ? months - 1 : months);
}
