import type { Transaction } from '../../../core/database/database';
import type { ReportSchedule } from '../../../core/database/prisma/client';
import { cycleOf } from './cycles';
import type { Timing } from './next-due';
import type { Frequency } from './rule';
import { timingOf } from './timing';

const isoDay = (day: Date) => day.toISOString().slice(0, 10);

/** When a stored schedule runs: with its reporting cycle as it is set up now. Null: that is gone. */
export async function storedTiming(tx: Transaction, stored: ReportSchedule): Promise<Timing | null> {
  const { issuerId, cycleId, timeOfDay: time, startsOn, endsOn, frequency } = stored;
  const cycle = cycleId === null ? null : await cycleOf(tx, { issuerId, id: cycleId });
  const days = { startsOn: isoDay(startsOn), endsOn: endsOn && isoDay(endsOn) };
  return timingOf({ ...stored, frequency: frequency as Frequency, time, ...days }, cycle);
}
