import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { nextDue } from './next-due';
import { seenAndOpen } from './save-schedule';
import { storedTiming } from './stored-timing';

type Act = 'report_schedule.paused' | 'report_schedule.resumed' | 'report_schedule.deleted';

/** Does something to one of the principal's own schedules, which is locked first. */
async function acting(
  principal: Principal,
  id: string,
  origin: Origin,
  action: Act,
  does: (tx: Transaction) => Promise<Result<null>>
): Promise<Result<null>> {
  const seen = await seenAndOpen(principal, id);
  if (!seen.ok) return seen;
  const { issuerId } = principal;
  return transaction(async (tx) => {
    await tx.$executeRaw`
      SELECT 1 FROM report_schedules WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const done = await does(tx);
    if (!done.ok) return done;
    const act = { issuerId, action, entity: 'report_schedule', entityId: id } as const;
    await recordAct(tx, principal, origin, { ...act, details: { report: seen.value.report } });
    return done;
  });
}

/** Pauses a schedule: what would be due meanwhile doesn't run. */
export const pauseSchedule = (principal: Principal, id: string, origin: Origin): Promise<Result<null>> =>
  acting(principal, id, origin, 'report_schedule.paused', async (tx) => {
    const { count } = await tx.reportSchedule.updateMany({
      where: { issuerId: principal.issuerId, id, pausedAt: null },
      data: { nextAt: null, pausedAt: now(), pauseCause: 'owner', version: { increment: 1 }, updatedAt: now() }
    });
    return count === 1 ? accepted(null) : refused({ code: 'report.schedule.changed' });
  });

/** Has a paused schedule run again from now on; its failures are forgotten. */
export const resumeSchedule = (principal: Principal, id: string, origin: Origin): Promise<Result<null>> =>
  acting(principal, id, origin, 'report_schedule.resumed', async (tx) => {
    const stored = await tx.reportSchedule.findFirst({
      where: { issuerId: principal.issuerId, id, pausedAt: { not: null } }
    });
    if (!stored) return refused({ code: 'report.schedule.changed' });
    const timing = await storedTiming(tx, stored);
    if (!timing) return refused({ code: 'report.schedule.cycle.gone' });
    await tx.reportSchedule.updateMany({
      where: { issuerId: stored.issuerId, id },
      data: {
        ...{ nextAt: nextDue(timing, now()), pausedAt: null, pauseCause: null, countedFrom: now() },
        ...{ version: { increment: 1 }, updatedAt: now() }
      }
    });
    return accepted(null);
  });

/** Deletes a schedule; files that it has sent stay with their recipients. */
export const deleteSchedule = (principal: Principal, id: string, origin: Origin): Promise<Result<null>> =>
  acting(principal, id, origin, 'report_schedule.deleted', async (tx) => {
    const { count } = await tx.reportSchedule.deleteMany({ where: { issuerId: principal.issuerId, id } });
    return count === 1 ? accepted(null) : refused({ code: 'not.found' });
  });
