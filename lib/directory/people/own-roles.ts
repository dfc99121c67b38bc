import { z } from 'zod';
import type { Role } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { type OpenedSession, openSession } from '../../sign-in/session/sessions';
import { endReplacedSession, setSessionRole } from '../../sign-in/session/sessions-of-user';
import { ownAssignments, type UserAssignment } from './assignments';
import { outsideStructure } from './links/link-structure';
import { NOT_AUTHORIZED } from './maintenance';

/** A role of this user id or of an id linked to it. */
export interface OwnRole extends UserAssignment {
  userId: string;
  /** The user record that has it. */
  ownerId: string;
  isInUse: boolean;
}

const userIdRow = z.strictObject({ id: z.string(), userId: z.string() });

/**
 * The roles to which the principal can switch, including the current one. Roles of linked ids must be in the reporting
 * structure of the primary id (C6.016).
 */
export async function ownRoles(principal: Principal): Promise<OwnRole[]> {
  const { issuerId, userId, assignmentId } = principal;
  const ids = await readRows(database(), userIdRow)`
    SELECT u.id, u.user_id AS "userId" FROM users u
    WHERE u.issuer_id = ${issuerId}::uuid AND u.status = 'active'
      AND u.id IN (SELECT person_ids(${issuerId}::uuid, ${userId}::uuid))
    ORDER BY EXISTS (SELECT 1 FROM user_links l
      WHERE l.issuer_id = u.issuer_id AND l.linked_user_id = u.id AND l.status = 'confirmed'), u.user_id`;
  const [primary] = ids;
  if (!primary) return [];
  const outside = await outsideStructure(database(), issuerId, { primaryId: primary.id, ids: ids.map(({ id }) => id) });
  const roles = await Promise.all(
    ids.map(async (owner) =>
      (await ownAssignments({ issuerId, id: owner.id }))
        .filter(({ isOver }) => !isOver)
        .map((assignment) => ({
          ...assignment,
          userId: owner.userId,
          ownerId: owner.id,
          isInUse: assignment.id === assignmentId
        }))
    )
  );
  return roles.flat().filter(({ id }) => !outside.has(id));
}

/**
 * Switches the principal to another of their roles; other roles are outside their reporting structure (C6.016). A role
 * of a linked id needs a session of that id, which replaces this one and doesn't outlast it. Null: the session stays.
 */
export async function switchRole(
  principal: Principal,
  assignmentId: string,
  origin: Origin
): Promise<Result<OpenedSession | null>> {
  if (principal.accessor) return refused(NOT_AUTHORIZED);
  const { issuerId, sessionId, userId } = principal;
  const chosen = (await ownRoles(principal)).find(({ id }) => id === assignmentId);
  if (!chosen) return refused({ code: 'role.outside.structure' });
  return transaction(async (tx) => {
    let session: OpenedSession | null = null;
    if (chosen.ownerId !== userId) {
      if (!(await holdPerson(tx, issuerId, [userId, chosen.ownerId])))
        return refused({ code: 'role.outside.structure' });
      const old = await endReplacedSession(tx, principal);
      if (!old) return refused({ code: 'session.ended' });
      const { idleSeconds, ...kept } = old;
      session = await openSession(tx, origin, {
        ...kept,
        issuerId,
        userId: chosen.ownerId,
        kind: 'full',
        brandName: principal.brandName,
        idleMinutes: idleSeconds / 60
      });
    }
    await setSessionRole(tx, { issuerId, sessionId: session?.id ?? sessionId }, assignmentId);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'role.switched',
      entity: 'user',
      entityId: chosen.ownerId,
      details: {
        'before.assignment': principal.assignmentId,
        'after.assignment': assignmentId,
        'before.role': principal.role as Role,
        'after.role': chosen.role
      }
    });
    return accepted(session);
  });
}

/**
 * Whether two ids still belong to one person and are both active; locked until the commit against unlinking and
 * locking.
 */
async function holdPerson(tx: Transaction, issuerId: string, ids: readonly string[]): Promise<boolean> {
  await tx.$executeRaw`
    SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`;
  const held = await tx.$executeRaw`
    SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND status = 'active'
      AND id IN (SELECT person_ids(${issuerId}::uuid, ${ids[0]}::uuid))`;
  return held === ids.length;
}
