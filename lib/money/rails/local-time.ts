import { fromDate } from '@internationalized/date';

const two = (value: number) => String(value).padStart(2, '0');

/** What calendars and clocks of a time zone show at an instant: `2026-02-28`, `17:00:05`. */
export function wallClock(timeZone: string, at: Date): { day: string; time: string } {
  const { year, month, day, hour, minute, second } = fromDate(at, timeZone);
  return { day: `${year}-${two(month)}-${two(day)}`, time: [hour, minute, second].map(two).join(':') };
}
