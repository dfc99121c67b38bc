import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { nextDue } from './next-due';
import { maySchedule, seenAndOpen } from './save-schedule';
import { type Schedule, seenSchedule } from './schedule';
import { storedTiming } from './stored-timing';

type Act = `report_schedule.${'paused' | 'resumed' | 'deleted' | 'restored'}`;

/** Does something to one of the principal's own schedules, which is locked first. */
async function acting(
  principal: Principal,
  id: string,
  origin: Origin,
  action: Act,
  does: (tx: Transaction) => Promise<Result<null>>
): Promise<Result<null>> {
  const seen = await seenAndOpen(principal, id);
  return seen.ok ? locked(principal, seen.value, origin, action, does) : seen;
}

function locked(
  principal: Principal,
  { id, report }: Pick<Schedule, 'id' | 'report'>,
  origin: Origin,
  action: Act,
  does: (tx: Transaction) => Promise<Result<null>>
): Promise<Result<null>> {
  const { issuerId } = principal;
  return transaction(async (tx) => {
    await tx.$executeRaw`
      SELECT 1 FROM report_schedules WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const done = await does(tx);
    if (!done.ok) return done;
    const act = { issuerId, action, entity: 'report_schedule', entityId: id } as const;
    await recordAct(tx, principal, origin, { ...act, details: { report } });
    return done;
  });
}

/** Pauses a schedule: what would be due meanwhile doesn't run. */
export const pauseSchedule = (principal: Principal, id: string, origin: Origin): Promise<Result<null>> =>
  acting(principal, id, origin, 'report_schedule.paused', async (tx) => {
    const { count } = await tx.reportSchedule.updateMany({
      where: { issuerId: principal.issuerId, id, pausedAt: null, deletedAt: null },
      data: { nextAt: null, pausedAt: now(), pauseCause: 'owner', version: { increment: 1 }, updatedAt: now() }
    });
    return count === 1 ? accepted(null) : refused({ code: 'report.schedule.changed' });
  });

/** Has a paused schedule run again from now on; its failures are forgotten. */
export const resumeSchedule = (principal: Principal, id: string, origin: Origin): Promise<Result<null>> =>
  acting(principal, id, origin, 'report_schedule.resumed', async (tx) => {
    const stored = await tx.reportSchedule.findFirst({
      where: { issuerId: principal.issuerId, id, pausedAt: { not: null }, deletedAt: null }
    });
    if (!stored) return refused({ code: 'report.schedule.changed' });
    const timing = await storedTiming(tx, stored);
    if (!timing) return goneOf(stored);
    await tx.reportSchedule.updateMany({
      where: { issuerId: stored.issuerId, id },
      data: {
        nextAt: nextDue(timing, now()),
        pausedAt: null,
        pauseCause: null,
        countedFrom: now(),
        version: { increment: 1 },
        updatedAt: now()
      }
    });
    return accepted(null);
  });

/** The refusal of a schedule whose days can't be counted any more. */
const goneOf = ({ frequency }: { frequency: string }) =>
  refused({ code: frequency === 'fiscal_end' ? 'report.period.unknown' : 'report.schedule.cycle.gone' });

/** Deletes a schedule, which can be restored for a while; files that it has sent stay with their recipients. */
export const deleteSchedule = (principal: Principal, id: string, origin: Origin): Promise<Result<null>> =>
  acting(principal, id, origin, 'report_schedule.deleted', async (tx) => {
    const { count } = await tx.reportSchedule.updateMany({
      where: { issuerId: principal.issuerId, id, deletedAt: null },
      data: { deletedAt: now(), nextAt: null, version: { increment: 1 }, updatedAt: now() }
    });
    return count === 1 ? accepted(null) : refused({ code: 'not.found' });
  });

/** How long a deleted schedule can be restored; afterwards its password is gone. */
const RESTORED_MILLIS = 60 * 60_000;

/** The schedules deleted before this instant can't be restored any more. */
export const restoredSince = (): Date => new Date(now().getTime() - RESTORED_MILLIS);

/** Restores a schedule deleted just now, as it was: paused, or running from now on. */
export async function restoreSchedule(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  const seen = await seenSchedule(principal, id);
  if (!seen?.deletedAt) return refused({ code: 'not.found' });
  if (!maySchedule(principal)) return refused({ code: 'forbidden.action' });
  return locked(principal, seen, origin, 'report_schedule.restored', async (tx) => {
    const { issuerId } = principal;
    const stored = await tx.reportSchedule.findFirst({
      where: { issuerId, id, deletedAt: { gt: restoredSince() } }
    });
    if (!stored) return refused({ code: 'report.schedule.undo.late' });
    const timing = stored.pausedAt ? null : await storedTiming(tx, stored);
    if (!stored.pausedAt && !timing) return goneOf(stored);
    await tx.reportSchedule.updateMany({
      where: { issuerId, id },
      data: {
        deletedAt: null,
        nextAt: timing && nextDue(timing, now()),
        version: { increment: 1 },
        updatedAt: now()
      }
    });
    return accepted(null);
  });
}
