import { dayIn } from '../../../core/calendar/clocks';
import { isoOf } from '../../../core/calendar/days';
import { database, type Transaction, transaction } from '../../../core/database/database';
import type { ReportSchedule } from '../../../core/database/prisma/client';
import { keyRow, readRows } from '../../../core/database/rows';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { workOn } from '../../../core/server/loop';
import { queueJob } from '../../jobs/start-job';
import type { DeliveryPayload } from './deliver';
import { isClosedOn, retimed } from './follow-holidays';
import { nextDue } from './next-due';
import { stopSchedule } from './stop-schedule';
import { storedTiming } from './stored-timing';

const LOOK_EVERY_MILLIS = 5_000;
/** Schedules that other processes are firing are passed over. */
const LOOKED_AT = 50;

/** Fires schedules at their times until the returned function is called (C1.008). */
export async function workSchedules(): Promise<() => Promise<void>> {
  const loop = await workOn({ name: 'schedules of reports', everyMillis: LOOK_EVERY_MILLIS, next: fireDue });
  return loop.stop;
}

/** Fires the schedule that has been due longest and that no other process fires; false if there is none. */
export async function fireDue(): Promise<boolean> {
  const due = await readRows(database(), keyRow)`
    SELECT issuer_id AS "issuerId", id FROM report_schedules WHERE next_at <= ${now()}
    ORDER BY next_at LIMIT ${LOOKED_AT}`;
  for (const key of due) if (await transaction((tx) => fire(tx, key))) return true;
  return false;
}

/**
 * One firing: its row, the next time, and a job for each recipient are one transaction, so that it happens wholly or not
 * at all, and the due time is unique, so that it happens once. What was missed runs late, one time after the other.
 */
async function fire(tx: Transaction, { issuerId, id }: { issuerId: string; id: string }): Promise<boolean> {
  const held = await readRows(tx, keyRow)`
    SELECT issuer_id AS "issuerId", id FROM report_schedules
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND next_at <= ${now()} FOR UPDATE SKIP LOCKED`;
  if (held.length === 0) return false;
  const stored = await tx.reportSchedule.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id } } });
  const dueAt = stored.nextAt as Date;
  const timing = await storedTiming(tx, stored);
  if (timing && isClosedOn(timing, dueAt)) {
    await tx.reportSchedule.updateMany({
      where: { issuerId, id },
      data: { nextAt: await retimed(tx, stored, timing) }
    });
    return true;
  }
  const firing = { issuerId, id: newId(), scheduleId: id, dueAt, dueOn: dayIn(stored.timeZone, dueAt) };
  const added = await tx.$executeRaw`
    INSERT INTO report_firings (issuer_id, id, schedule_id, due_at, due_on, fired_at)
    VALUES (${issuerId}::uuid, ${firing.id}::uuid, ${id}::uuid, ${dueAt}, ${isoOf(firing.dueOn)}::date, ${now()})
    ON CONFLICT (issuer_id, schedule_id, due_at) DO NOTHING`;
  if (added === 1) await queueDeliveries(tx, stored, firing.id);
  if (timing) await tx.reportSchedule.updateMany({ where: { issuerId, id }, data: { nextAt: nextDue(timing, dueAt) } });
  else await stopSchedule(tx, { issuerId, id }, 'cycle');
  return true;
}

/** Queues a job for each recipient, which is that recipient's own. */
async function queueDeliveries(tx: Transaction, { issuerId, id }: ReportSchedule, firingId: string): Promise<void> {
  const recipients = await tx.reportRecipient.findMany({ where: { issuerId, scheduleId: id } });
  const wanted = recipients.map(({ userId }) => ({ userId, runId: newId() }));
  await tx.reportDelivery.createMany({ data: wanted.map((one) => ({ issuerId, firingId, ...one })) });
  for (const { userId, runId } of wanted)
    await queueJob(tx, {
      ...{ issuerId, nodeId: issuerId, ownerUserId: userId, kind: 'report.delivery' },
      payload: { firingId, runId } satisfies DeliveryPayload
    });
}
