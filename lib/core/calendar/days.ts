/** A day of the calendar as the number of days since 1970-01-01. */
export type Day = number;

/** 24 hours. */
export const DAY_MILLIS = 86_400_000;

/** The day of `2026-02-28`. */
export const dayOf = (iso: string): Day => Date.parse(`${iso}T00:00:00Z`) / DAY_MILLIS;

/** The day as `2026-02-28`. */
export const isoOf = (day: Day): string => new Date(day * DAY_MILLIS).toISOString().slice(0, 10);

/** The day of a year, a month from 1 to 12, and a date. */
export const dayFrom = (year: number, month: number, date: number): Day => Date.UTC(year, month - 1, date) / DAY_MILLIS;

/** The day of an instant in UTC, `2026-02-28`; of a date of the database its own. */
export const isoDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The day so many days after `2026-02-28`, or before it. */
export const dayAfter = (iso: string, days: number): string => isoOf(dayOf(iso) + days);

/** How many days the second of two days, `2026-02-28`, comes after the first. */
export const daysBetween = (from: string, to: string): number => dayOf(to) - dayOf(from);

/** The instant so many times 24 hours after another, or before it. */
export const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MILLIS);

/** From 1, Monday, to 7, Sunday. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** Monday to Friday. */
export const isWeekday = (day: Day): boolean => weekdayOf(day) <= 5;

/** Days on which a company does no business, besides weekends. */
export type Holidays = ReadonlySet<Day>;
export const NO_HOLIDAYS: Holidays = new Set();

/** Monday to Friday, but no holiday. */
export const isBusinessDay = (day: Day, holidays: Holidays): boolean => isWeekday(day) && !holidays.has(day);

/** A day by year, month from 1 to 12, and date. */
export function partsOf(day: Day): { year: number; month: number; date: number } {
  const at = new Date(day * DAY_MILLIS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** The number of days of a month. */
export const lengthOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The business day that comes as many business days after a day; 0: that day itself, whatever it is. */
export function businessDaysAfter(day: Day, count: number, holidays: Holidays): Day {
  let at = day;
  for (let left = count; left > 0; ) {
    at += 1;
    if (isBusinessDay(at, holidays)) left -= 1;
  }
  return at;
}
