import { dayIn, instantOf } from '../../../core/calendar/clocks';
import { dayOf } from '../../../core/calendar/days';
import { type Days, runsOn } from './rule';

/** When a schedule runs: its days, a time of the clock in a time zone, and its first and last day. */
export interface Timing extends Days {
  /** `07:30`. */
  time: string;
  /** A time zone of the IANA database. */
  timeZone: string;
  startsOn: string;
  endsOn: string | null;
}

/** The longest time between two firings of any rule is a fiscal year, which business days move by some days. */
const DAYS_AHEAD = 430;

/**
 * The next firing of a schedule after an instant, or null: it has come to its end (C3.083). The worker fires by it, and
 * the editor shows the next dates by it.
 */
export function nextDue(timing: Timing, after: Date): Date | null {
  const { time, timeZone, startsOn, endsOn } = timing;
  // From the day before, because a time that is skipped may come on the next day.
  const first = Math.max(dayOf(startsOn), dayIn(timeZone, after) - 1);
  const last = Math.min(endsOn === null ? Number.POSITIVE_INFINITY : dayOf(endsOn), first + DAYS_AHEAD);
  for (let day = first; day <= last; day++) {
    if (!runsOn(timing, day)) continue;
    const due = instantOf(timeZone, day, time);
    if (due > after) return due;
  }
  return null;
}

/** The next firings after an instant, the first one first. */
export function nextDues(timing: Timing, after: Date, count: number): Date[] {
  const dues: Date[] = [];
  for (let at = nextDue(timing, after); at && dues.length < count; at = nextDue(timing, at)) dues.push(at);
  return dues;
}
