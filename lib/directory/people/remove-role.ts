import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { now } from '../../core/server/clock';
import { assignmentsOf, type UserAssignment } from './assignments';
import { NOT_AUTHORIZED, PARTLY_OUT_OF_SCOPE, standingFault } from './maintenance';
import { maintained, type UserRecord } from './user-record';

/** An assignment of a user that the principal sees and may remove. */
export async function disposable(
  tx: Transaction,
  principal: Principal,
  userId: string,
  assignmentId: string
): Promise<Result<{ user: UserRecord; assignment: UserAssignment }>> {
  const user = await maintained(tx, principal, userId, { partly: true });
  if (!user.ok) return user;
  if (!may(principal, 'peers', 'modify')) return refused(NOT_AUTHORIZED);
  const assignment = (await assignmentsOf(principal, user.value, tx)).find(({ id }) => id === assignmentId);
  if (!assignment) return refused({ code: 'role.not.found' });
  const { role, places } = assignment;
  const fault = standingFault(principal, { role, nodeId: role === 'H' ? null : (places[0]?.nodeId ?? null) });
  return fault ? refused(fault) : accepted({ user: user.value, assignment });
}

/** Whether the principal's scope contains all of it. */
async function isWhollySeen(
  tx: Transaction,
  issuerId: string,
  { id: assignmentId, places }: UserAssignment
): Promise<boolean> {
  const held = await tx.assignmentNode.count({ where: { issuerId, assignmentId } });
  return held <= places.length;
}

/**
 * Does the same for a whole assignment: all of it must be in scope, and it must not be the primary one, for which
 * `primary` is the refusal.
 */
export async function whollyDisposable(
  tx: Transaction,
  principal: Principal,
  { userId, assignmentId, primary }: { userId: string; assignmentId: string; primary: TextKey }
): ReturnType<typeof disposable> {
  const assigned = await disposable(tx, principal, userId, assignmentId);
  if (!assigned.ok) return assigned;
  const { user, assignment } = assigned.value;
  if (assignment.isPrimary) return refused({ code: primary });
  return (await isWhollySeen(tx, user.issuerId, assignment)) ? assigned : refused(PARTLY_OUT_OF_SCOPE);
}

/** Removes a role from a user; the primary one stays until another is made primary. */
export async function removeRole(
  principal: Principal,
  userId: string,
  assignmentId: string,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const assigned = await whollyDisposable(tx, principal, { userId, assignmentId, primary: 'role.primary' });
    if (!assigned.ok) return assigned;
    const { user, assignment } = assigned.value;
    const { issuerId } = user;
    await tx.assignment.delete({ where: { issuerId_id: { issuerId, id: assignmentId } } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'role.removed',
      entity: 'user',
      entityId: user.id,
      details: {
        'before.role': assignment.role,
        'before.place': assignment.places.map(({ nodeId }) => nodeId).join(' ') || null,
        assignment: assignmentId
      }
    });
    return accepted(null);
  });
}

/** Removes one account from a cardholder; the primary account stays (C6.020), and so does the last one. */
export async function removeAccount(
  principal: Principal,
  userId: string,
  { assignmentId, nodeId }: { assignmentId: string; nodeId: string },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const assigned = await disposable(tx, principal, userId, assignmentId);
    if (!assigned.ok) return assigned;
    const { user, assignment } = assigned.value;
    const { issuerId } = user;
    if (!assignment.places.some((place) => place.nodeId === nodeId)) return refused({ code: 'role.not.found' });
    const held = await tx.assignmentNode.count({ where: { issuerId, assignmentId } });
    if (user.nodeId === nodeId || held === 1) return refused({ code: 'user.primary.account' });
    await tx.assignmentNode.delete({
      where: { issuerId_assignmentId_nodeId: { issuerId, assignmentId, nodeId } }
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'role.account_removed',
      entity: 'user',
      entityId: user.id,
      details: { 'before.place': nodeId, assignment: assignmentId }
    });
    return accepted(null);
  });
}

/**
 * Makes a role without an end the primary one, with which a sign-in begins and at whose place the user is managed. Of a
 * cardholder's accounts `nodeId` becomes the primary account; the default is the first.
 */
export async function makePrimary(
  principal: Principal,
  userId: string,
  { assignmentId, nodeId }: { assignmentId: string; nodeId?: string },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const assigned = await disposable(tx, principal, userId, assignmentId);
    if (!assigned.ok) return assigned;
    const { user, assignment } = assigned.value;
    const { issuerId, id } = user;
    const place = nodeId ? assignment.places.find((each) => each.nodeId === nodeId) : assignment.places[0];
    if (nodeId && !place) return refused({ code: 'role.not.found' });
    if (assignment.lastDay !== null) return refused({ code: 'role.last.day.primary' });
    const node = assignment.role === 'H' ? null : (place?.nodeId ?? null);
    await tx.assignment.updateMany({ where: { issuerId, userId: id, isPrimary: true }, data: { isPrimary: false } });
    await tx.assignment.update({ where: { issuerId_id: { issuerId, id: assignmentId } }, data: { isPrimary: true } });
    await tx.$executeRaw`
      UPDATE users SET role = ${assignment.role}::user_role, node_id = ${node}::uuid, company_id = NULL,
        version = version + 1, updated_at = ${now()}
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'role.made_primary',
      entity: 'user',
      entityId: id,
      details: {
        'before.role': user.role,
        'after.role': assignment.role,
        'before.node': user.nodeId,
        'after.node': node
      }
    });
    return accepted(null);
  });
}
