import { isoDay, NO_HOLIDAYS } from '../../../core/calendar/days';
import type { Transaction } from '../../../core/database/database';
import type { ReportSchedule } from '../../../core/database/prisma/client';
import { cycleOf } from './cycles';
import { holidaysOfRole } from './holidays';
import type { Timing } from './next-due';
import { type Adjustment, type Frequency, mindsHolidays } from './rule';
import { timingOf } from './timing';

/** When a stored schedule runs: with its reporting cycle and its holidays as they are set up now. Null: that is gone. */
export async function storedTiming(tx: Transaction, stored: ReportSchedule): Promise<Timing | null> {
  const { issuerId, assignmentId, cycleId, timeOfDay: time, startsOn, endsOn } = stored;
  const [frequency, adjustment] = [stored.frequency as Frequency, stored.adjustment as Adjustment];
  const cycle = cycleId === null ? null : await cycleOf(tx, { issuerId, id: cycleId });
  const days = { startsOn: isoDay(startsOn), endsOn: endsOn && isoDay(endsOn) };
  const timing = timingOf({ ...stored, frequency, adjustment, time, ...days }, cycle, NO_HOLIDAYS);
  // Most schedules go by none, and thousands are due at the same minute.
  if (!timing || !mindsHolidays(timing)) return timing;
  return { ...timing, holidays: await holidaysOfRole(tx, { issuerId, assignmentId }) };
}
