import { wallClock } from '../../core/calendar/clocks';
import { dayAfter, dayFrom, dayOf, isoOf, weekdayOf } from '../../core/calendar/days';
import { type Period, WEEKDAYS, type Weekday } from './controls';

/** An instant as a wall clock and a calendar of a time zone show it. */
export interface LocalTime {
  /** `2026-03-29` */
  day: string;
  weekday: Weekday;
  /** `02:30` */
  time: string;
}

const MINUTE_MILLIS = 60_000;
const MOST_KNOWN = 1_000;
/** Minutes that were asked before: many merchants ask in the same one, and finding it takes half of a decision. */
const known = new Map<string, LocalTime>();

/** What the clock and the calendar of a time zone show at an instant, daylight saving included. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const key = `${Math.floor(at.getTime() / MINUTE_MILLIS)} ${timeZone}`;
  const before = known.get(key);
  if (before) return before;
  const { day, time } = wallClock(timeZone, at);
  const found: LocalTime = { day, weekday: WEEKDAYS[weekdayOf(dayOf(day)) - 1] as Weekday, time: time.slice(0, 5) };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

const firstOf = (year: number, month: number): string => isoOf(dayFrom(year, month, 1));

/** Days of the calendar: the first one, and the first one after them. */
interface Window {
  from: string;
  until: string;
}

/** Windows that were asked before: many merchants ask on the same day. */
const knownWindows = new Map<string, Window | null>();

/** The days of a period that a day belongs to; null for a card's whole life. */
export function windowOf(period: Period, day: string): Window | null {
  const key = `${period} ${day}`;
  const before = knownWindows.get(key);
  if (before !== undefined) return before;
  const window = computedWindow(period, day);
  if (knownWindows.size >= MOST_KNOWN) knownWindows.clear();
  knownWindows.set(key, window);
  return window;
}

function computedWindow(period: Period, day: string): Window | null {
  const [year = 0, month = 1] = day.split('-').map(Number);
  switch (period) {
    case 'continuous':
      return null;
    case 'daily':
      return { from: day, until: dayAfter(day, 1) };
    case 'weekly': {
      const from = dayAfter(day, 1 - weekdayOf(dayOf(day)));
      return { from, until: dayAfter(from, 7) };
    }
    case 'monthly':
      return { from: firstOf(year, month), until: firstOf(year, month + 1) };
    case 'quarterly': {
      const first = month - ((month - 1) % 3);
      return { from: firstOf(year, first), until: firstOf(year, first + 3) };
    }
    case 'yearly':
      return { from: firstOf(year, 1), until: firstOf(year + 1, 1) };
  }
}
