import { type Period, WEEKDAYS, type Weekday } from './controls';

/** An instant as a wall clock and a calendar of a time zone show it. */
export interface LocalTime {
  /** `2026-03-29` */
  day: string;
  weekday: Weekday;
  /** `02:30` */
  time: string;
}

const DAY_MILLIS = 86_400_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** A clock of a time zone, made once: making one is slow. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' }
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** What the clock and the calendar of a time zone show at an instant, daylight saving included. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value])
  );
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return { day, weekday: weekdayOf(day), time: `${parts.hour}:${parts.minute}` };
}

/** The day of the week, Monday first (ISO 8601). */
const weekdayAt = (day: string) => (new Date(day).getUTCDay() + 6) % 7;
const weekdayOf = (day: string) => WEEKDAYS[weekdayAt(day)] as Weekday;

/** A day of the calendar some days later. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MILLIS).toISOString().slice(0, 10);

const monthsAfter = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);

/** The days of a period that a day belongs to: its first one, and the first one after it; null for a card's whole life. */
export function windowOf(period: Period, day: string): { from: string; until: string } | null {
  const [year = 0, month = 1] = day.split('-').map(Number);
  switch (period) {
    case 'continuous':
      return null;
    case 'daily':
      return { from: day, until: daysAfter(day, 1) };
    case 'weekly': {
      const from = daysAfter(day, -weekdayAt(day));
      return { from, until: daysAfter(from, 7) };
    }
    case 'monthly':
      return { from: monthsAfter(year, month - 1), until: monthsAfter(year, month) };
    case 'quarterly': {
      const first = month - 1 - ((month - 1) % 3);
      return { from: monthsAfter(year, first), until: monthsAfter(year, first + 3) };
    }
    case 'yearly':
      return { from: monthsAfter(year, 0), until: monthsAfter(year, 12) };
  }
}

/**
 * The instant at which the clocks of a time zone show a time: the earlier one where they show it twice, and the one an
 * hour later where they skip it.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const shift = (at: number) => {
    const local = localTime(new Date(at), timeZone);
    return Date.parse(`${local.day}T${local.time}:00Z`) - at;
  };
  const first = shown - shift(shown - DAY_MILLIS);
  const second = shown - shift(first);
  return new Date(shift(first) !== shown - first && shift(second) === shown - second ? second : first);
}
