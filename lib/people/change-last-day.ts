import type { Principal } from '../access/principal';
import { changesBetween, recordAct } from '../access/record-act';
import type { Origin } from '../core/audit';
import { transaction } from '../core/database';
import { accepted, type Result, refused } from '../core/refusal';
import { lastDayFault } from './add-role';
import { PARTLY_OUT_OF_SCOPE } from './maintenance';
import { disposable, isWhollySeen } from './remove-role';

/**
 * Sets until when a user holds a role (C6.009): to the end of a day where the issuer is, today at the earliest, or
 * without an end (null). A role that is over counts again. The primary role has no end.
 */
export async function changeLastDay(
  principal: Principal,
  userId: string,
  { assignmentId, lastDay }: { assignmentId: string; lastDay: string | null },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await disposable(tx, principal, userId, assignmentId);
    if (!found.ok) return found;
    const { user, assignment } = found.value;
    if (assignment.isPrimary) return refused({ code: 'role.last.day.primary' });
    const { issuerId } = user;
    if (!(await isWhollySeen(tx, issuerId, assignment))) return refused(PARTLY_OUT_OF_SCOPE);
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
