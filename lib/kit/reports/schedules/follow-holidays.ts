import { dayIn } from '../../../core/calendar/clocks';
import { database, type Transaction, transaction } from '../../../core/database/database';
import type { ReportSchedule } from '../../../core/database/prisma/client';
import { keyRow, readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { nextDue, type Timing } from './next-due';
import { mindsHolidays } from './rule';
import { storedTiming } from './stored-timing';

/**
 * The next firing of a schedule by its holidays of now: after its last one, and after it was last saved. What has moved
 * before now runs late.
 */
export async function retimed(
  tx: Transaction,
  { issuerId, id, updatedAt }: Pick<ReportSchedule, 'issuerId' | 'id' | 'updatedAt'>,
  timing: Timing
): Promise<Date | null> {
  const last = await tx.reportFiring.findFirst({
    where: { issuerId, scheduleId: id },
    orderBy: { dueAt: 'desc' },
    select: { dueAt: true }
  });
  return nextDue(timing, last && last.dueAt > updatedAt ? last.dueAt : updatedAt);
}

/** Whether a schedule is due on a day that has become a holiday since its time was set. */
export const isClosedOn = (timing: Timing, due: Date): boolean =>
  mindsHolidays(timing) && timing.holidays.has(dayIn(timing.timeZone, due));

/** Hourly: gives schedules that go by business days their next time anew, because holidays were added or deleted. */
export async function followHolidays(): Promise<void> {
  const keys = await readRows(database(), keyRow)`
    SELECT issuer_id AS "issuerId", id FROM report_schedules WHERE next_at > ${now()}
      AND (adjustment <> 'none' OR frequency IN ('nth_business_day', 'last_business_day') OR days_after > 0)`;
  for (const key of keys) await transaction((tx) => follow(tx, key));
}

async function follow(tx: Transaction, { issuerId, id }: { issuerId: string; id: string }): Promise<void> {
  const held = await readRows(tx, keyRow)`
    SELECT issuer_id AS "issuerId", id FROM report_schedules
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND next_at > ${now()} FOR UPDATE SKIP LOCKED`;
  if (held.length === 0) return;
  const stored = await tx.reportSchedule.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id } } });
  const timing = await storedTiming(tx, stored);
  // A schedule without its cycle is stopped when it is due.
  if (!timing) return;
  await tx.reportSchedule.updateMany({ where: { issuerId, id }, data: { nextAt: await retimed(tx, stored, timing) } });
}
