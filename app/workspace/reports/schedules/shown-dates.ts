import { nextDues, type Timing } from '@/lib/kit/reports/schedules/next-due';

const SHOWN = 5;

/**
 * The next five dates of a schedule in words, in its time zone, whose distance from UTC shows when clocks change; null:
 * bookings decide.
 */
export function shownDates(timing: Timing, after: Date, tag: string): string[] | null {
  if (timing.rule.frequency === 'after_bookings') return null;
  const format = new Intl.DateTimeFormat(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
    timeZone: timing.timeZone
  });
  return nextDues(timing, after, SHOWN).map((date) => format.format(date));
}
