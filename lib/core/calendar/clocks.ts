import { CalendarDateTime, fromDate, toZoned } from '@internationalized/date';
import { type Day, dayOf, partsOf } from './days';

const MINUTE = 60_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A clock of a time zone, made once: making one is slow. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit'
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** How far a clock is from UTC in the quarter of an hour that it was read in last: reading one is slow. */
const offsets = new Map<string, { quarter: number; offset: number }>();
/** Since then clocks change at quarters of an hour, and are whole minutes from UTC. */
const QUARTERS_SINCE = Date.UTC(1980, 0);
const QUARTER = 15 * MINUTE;

/** What the calendar and the clocks of a time zone show at an instant, `2026-02-28` and `17:00:05`. */
export function wallClock(timeZone: string, at: Date): { day: string; time: string } {
  const quarter = Math.floor(at.getTime() / QUARTER);
  let known = offsets.get(timeZone);
  if (known?.quarter !== quarter) {
    const shown = readClock(timeZone, at);
    if (at.getTime() < QUARTERS_SINCE || shown.day.length > 10) return shown;
    const offset = Date.parse(`${shown.day}T${shown.time}Z`) - Math.floor(at.getTime() / 1_000) * 1_000;
    known = { quarter, offset };
    offsets.set(timeZone, known);
  }
  const local = new Date(at.getTime() + known.offset).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 19) };
}

function readClock(timeZone: string, at: Date): { day: string; time: string } {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value])
  );
  const { year, month, day, hour, minute, second } = parts;
  return { day: `${year?.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

/** The day that it is in a time zone. */
export const dayIn = (timeZone: string, at: Date): Day => dayOf(wallClock(timeZone, at).day);

/**
 * The instant at which clocks of a time zone show a time on a day. A time that the clocks skip becomes the next one that
 * they show; of one that they show twice, it is the first.
 */
export function instantOf(timeZone: string, day: Day, time: string): Date {
  const { year, month, date } = partsOf(day);
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  const wall = new CalendarDateTime(year, month, date, hour, minute);
  const first = toZoned(wall, timeZone, 'earlier');
  if (first.day === date && first.hour === hour && first.minute === minute) return first.toDate();
  return changeBetween(timeZone, first.toDate(), toZoned(wall, timeZone, 'later').toDate());
}

/** The first minute with the later instant's distance from UTC: clocks change once between the two. */
function changeBetween(timeZone: string, before: Date, after: Date): Date {
  const offsetAt = (minutes: number) => fromDate(new Date(minutes * MINUTE), timeZone).offset;
  let [low, high] = [Math.floor(before.getTime() / MINUTE), Math.floor(after.getTime() / MINUTE)];
  const offset = offsetAt(high);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === offset) high = middle;
    else low = middle;
  }
  return new Date(high * MINUTE);
}
