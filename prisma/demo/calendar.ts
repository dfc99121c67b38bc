export const DAY = 86_400_000;

/** The working days' share of the year's spending, by month from January. */
const SEASON = [0.86, 0.95, 1.05, 1.0, 1.06, 1.05, 0.8, 0.82, 1.1, 1.12, 1.08, 0.85];

/** Sunday is 0. */
const weekday = (day: number) => (day + 4) % 7;
export const isWeekend = (day: number) => weekday(day) === 0 || weekday(day) === 6;

/** How much of the world's spending falls on a day. */
export function dayWeight(day: number): number {
  const date = new Date(day * DAY);
  const [month, dayOfMonth] = [date.getUTCMonth(), date.getUTCDate()];
  const isHoliday = (month === 11 && dayOfMonth >= 24 && dayOfMonth <= 26) || (month === 0 && dayOfMonth === 1);
  const rhythm = [0.3, 0.92, 1.05, 1.08, 1.1, 1.0, 0.42][weekday(day)] as number;
  return rhythm * (SEASON[month] as number) * (isHoliday ? 0.15 : 1);
}

/** The working day that a bank posts on: this one, or Monday. */
export function bankDay(day: number): number {
  return day + (weekday(day) === 6 ? 2 : weekday(day) === 0 ? 1 : 0);
}

/** The last day of a day's month. */
export function lastOfMonth(day: number): number {
  const date = new Date(day * DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / DAY;
}

/** Days as the database reads them, `2026-11-21`, from one day to another. */
export class Dates {
  private readonly texts: string[] = [];

  constructor(
    private readonly first: number,
    last: number
  ) {
    for (let day = first; day <= last; day++) this.texts.push(new Date(day * DAY).toISOString().slice(0, 10));
  }

  of(day: number): string {
    return this.texts[day - this.first] as string;
  }
}
