import { CalendarDateTime, fromDate, toZoned } from '@internationalized/date';
import { type Day, dayOf, partsOf } from './days';

const MINUTE = 60_000;

/** The day that it is in a time zone. */
export function dayIn(timeZone: string, at: Date): Day {
  const { year, month, day } = fromDate(at, timeZone);
  return dayOf(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
}

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
