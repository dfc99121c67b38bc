import { isoDay, NO_HOLIDAYS } from '../../../core/calendar/days';
import type { Transaction } from '../../../core/database/database';
import type { ReportSchedule } from '../../../core/database/prisma/client';
import { cycleOf } from './cycles';
import { holidaysOfRoles } from './holidays';
import type { Timing } from './next-due';
import { type Adjustment, type Frequency, mindsHolidays } from './rule';
import { timingOf } from './timing';

/** When a stored schedule runs: with its reporting cycle and its holidays as they are set up now. Null: that is gone. */
export async function storedTiming(tx: Transaction, stored: ReportSchedule): Promise<Timing | null> {
  const [timing = null] = await storedTimings(tx, [stored]);
  return timing;
}

/** The same for several, in their order: thousands may be due at the same minute. */
export async function storedTimings(tx: Transaction, stored: readonly ReportSchedule[]): Promise<(Timing | null)[]> {
  const timings: (Timing | null)[] = [];
  for (const one of stored) timings.push(await withoutHolidays(tx, one));
  const minding = stored.filter((_, at) => timings[at] && mindsHolidays(timings[at]));
  const holidays = await holidaysOfRoles(tx, minding);
  return timings.map(
    (timing, at) => timing && { ...timing, holidays: holidays.get(stored[at]?.assignmentId ?? '') ?? NO_HOLIDAYS }
  );
}

async function withoutHolidays(tx: Transaction, stored: ReportSchedule): Promise<Timing | null> {
  const { issuerId, cycleId, timeOfDay: time, startsOn, endsOn } = stored;
  const [frequency, adjustment] = [stored.frequency as Frequency, stored.adjustment as Adjustment];
  const cycle = cycleId === null ? null : await cycleOf(tx, { issuerId, id: cycleId });
  const days = { startsOn: isoDay(startsOn), endsOn: endsOn && isoDay(endsOn) };
  return timingOf({ ...stored, frequency, adjustment, time, ...days }, cycle, NO_HOLIDAYS);
}
