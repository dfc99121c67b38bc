import type { Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { lastDayFault } from './add-role';
import { whollyDisposable } from './remove-role';

/**
 * Sets the last day of a user's role (C6.009) in the issuer's time zone, today at the earliest, or null for no end. An
 * expired role becomes active again. The primary role has no end.
 */
export async function changeLastDay(
  principal: Principal,
  userId: string,
  { assignmentId, lastDay }: { assignmentId: string; lastDay: string | null },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const primary = 'role.last.day.primary';
    const assigned = await whollyDisposable(tx, principal, { userId, assignmentId, primary });
    if (!assigned.ok) return assigned;
    const { user, assignment } = assigned.value;
    const { issuerId } = user;
    const fault = await lastDayFault(tx, user, lastDay);
    if (fault) return refused(fault);
    const changes = changesBetween({ lastDay: assignment.lastDay }, { lastDay });
    if (Object.keys(changes).length === 0) return accepted(null);
    await tx.assignment.update({
      where: { issuerId_id: { issuerId, id: assignmentId } },
      data: { lastDay: lastDay && new Date(lastDay) }
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'role.last_day_changed',
      entity: 'user',
      entityId: user.id,
      details: { role: assignment.role, ...changes, assignment: assignmentId }
    });
    return accepted(null);
  });
}
