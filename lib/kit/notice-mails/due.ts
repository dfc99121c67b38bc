import type { NoticeSettings, Way } from './settings';

const QUARTER = 15 * 60_000;
/** Two days of quarters: an hour that a change of the clocks leaves out comes on the next day at the latest. */
const MOST_QUARTERS = 192;

type Hours = Pick<NoticeSettings, 'digestHour' | 'quietFrom' | 'quietUntil'>;

/**
 * When the mail of a notice is due that was posted at `at`; null: at once. The daily mail waits for its hour, and every mail
 * for the end of the quiet hours. Hours are those of the time zone; all zones begin an hour at a quarter of UTC.
 */
export function dueAt(way: Exclude<Way, 'inbox'>, hours: Hours, timeZone: string, at: Date): Date | null {
  const local = localTime(timeZone);
  const quarters = Array.from(
    { length: MOST_QUARTERS },
    (_, count) => new Date((Math.floor(at.getTime() / QUARTER) + 1 + count) * QUARTER)
  );
  const isQuiet = (instant: Date) => isWithin(hours, local(instant).hour);
  const isDigest = (instant: Date) => {
    const [before, then] = [local(new Date(instant.getTime() - QUARTER)), local(instant)];
    const begins = before.day !== then.day || before.hour < hours.digestHour;
    return begins && then.hour >= hours.digestHour;
  };
  const planned = way === 'digest' ? quarters.find(isDigest) : undefined;
  if (!isQuiet(planned ?? at)) return planned ?? null;
  return quarters.find((quarter) => quarter > (planned ?? at) && !isQuiet(quarter)) ?? null;
}

/** Whether an hour lies in the quiet hours, which may pass midnight. */
function isWithin({ quietFrom, quietUntil }: Hours, hour: number): boolean {
  if (quietFrom === null || quietUntil === null) return false;
  return quietFrom < quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil;
}

/** Tells the day and the hour of instants in a time zone. */
function localTime(timeZone: string): (instant: Date) => { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (instant) => {
    const [day = '', time = ''] = format.format(instant).split(' ');
    return { day, hour: Number(time.slice(0, 2)) };
  };
}
