import { z } from 'zod';
import { ROLES, type Role } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { atNode } from '../structure/reads/joins';
import { areOutside } from '../structure/reads/node-columns';
import { todayAt } from '../structure/reads/today';
import { isWithinOwnPowers, NOT_AUTHORIZED, standingFault, USER_MAINTENANCE_PROHIBITED } from './maintenance';
import { type Standpoint, standpointOf } from './places';
import type { NewRole } from './schema';
import { maintained, type UserRecord } from './user-record';

/** The maximum number of roles of one person, including linked ids (C9.032). */
export const MOST_ROLES = 75;

/** The reason that the principal can't assign users to a place, or null. */
export function placeFault(principal: Principal, role: Role, { nodeIds }: Standpoint): Refusal | null {
  const standings = nodeIds.length > 0 ? nodeIds : [null];
  return standings.map((nodeId) => standingFault(principal, { role, nodeId })).find((fault) => fault !== null) ?? null;
}

const templateRow = z.strictObject({ role: z.enum(ROLES), authorities: z.array(z.string()) });

/**
 * The reason that a template can't be given with a role at a place, or null. It must be in the principal's scope,
 * active, of that role, and grant nothing that the principal is denied. It must belong to the place or above, because
 * its editors control the permissions there.
 */
export async function givenTemplateFault(
  tx: Transaction,
  principal: Principal,
  { role, authorityTemplateId: templateId }: { role: Role; authorityTemplateId: string | null },
  { issuerId, nodeIds }: { issuerId: string; nodeIds: readonly string[] }
): Promise<Refusal | null> {
  const exceeding: Refusal = { code: 'authority.template.exceeds', field: 'authorityTemplateId' };
  if (templateId === null) return isWithinOwnPowers(principal, role, null) ? null : exceeding;
  const [template] = await readRows(tx, templateRow)`
    SELECT t.role::text AS role, t.authorities FROM authority_templates t
    ${atNode('t.node_id')}
    WHERE t.issuer_id = ${issuerId}::uuid AND t.id = ${templateId}::uuid AND t.active
      AND ${within(principal.scope, nodeColumns('n'))}
      AND NOT ${areOutside(Prisma.sql`t.issuer_id`, nodeIds, Prisma.sql`n.path`)}`;
  if (template?.role !== role) return { code: 'authority.template.not.found', field: 'authorityTemplateId' };
  return isWithinOwnPowers(principal, role, template.authorities) ? null : exceeding;
}

/** A role to give, with its checked place and template. */
export interface NewAssignment {
  role: Role;
  authorityTemplateId: string | null;
  standpoint: Standpoint;
  isPrimary: boolean;
  /** Null means that the role has no end. */
  lastDay: string | null;
}

/** Inserts an assignment and returns its id. */
export async function insertAssignment(
  tx: Transaction,
  { issuerId, id: userId }: { issuerId: string; id: string },
  { role, authorityTemplateId, standpoint, isPrimary, lastDay }: NewAssignment
): Promise<string> {
  const id = newId();
  const { issuerGroupId, nodeIds } = standpoint;
  await tx.assignment.create({
    data: {
      issuerId,
      id,
      userId,
      role,
      authorityTemplateId,
      issuerGroupId,
      isPrimary,
      createdAt: now(),
      lastDay: lastDay && new Date(lastDay)
    }
  });
  await tx.assignmentNode.createMany({ data: nodeIds.map((nodeId) => ({ issuerId, assignmentId: id, nodeId })) });
  return id;
}

/**
 * Gives an active user another role (C4.024), or a cardholder more accounts. It requires peer-level modify authority
 * (C6.022), a role not above the principal's own, and a place in scope.
 */
export async function addRole(
  principal: Principal,
  userId: string,
  role: NewRole,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const user = await maintained(tx, principal, userId, { partly: true });
    if (!user.ok) return user;
    if (!may(principal, 'peers', 'modify')) return refused(NOT_AUTHORIZED);
    if (user.value.status !== 'active') return refused({ code: 'user.not.active' });
    const standpoint = await standpointOf(tx, principal, role.role, role.place);
    if (!standpoint.ok) return standpoint;
    const fault =
      placeFault(principal, role.role, standpoint.value) ??
      (await givenTemplateFault(tx, principal, role, { ...standpoint.value, issuerId: user.value.issuerId })) ??
      (await lastDayFault(tx, user.value, role.lastDay)) ??
      (await combinationFault(tx, user.value, role.role, standpoint.value));
    if (fault) return refused(fault);
    const { issuerId, id } = user.value;
    const held = await assignmentToExtend(tx, user.value, role);
    if (held) {
      await tx.assignmentNode.createMany({
        data: standpoint.value.nodeIds.map((nodeId) => ({ issuerId, assignmentId: held, nodeId })),
        skipDuplicates: true
      });
    }
    const added =
      held ?? (await insertAssignment(tx, user.value, { ...role, standpoint: standpoint.value, isPrimary: false }));
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'role.added',
      entity: 'user',
      entityId: id,
      details: {
        'after.role': role.role,
        'after.place': standpoint.value.nodeIds.join(' ') || standpoint.value.issuerGroupId,
        'after.authorityTemplate': role.authorityTemplateId,
        ...(role.lastDay && { 'after.lastDay': role.lastDay }),
        assignment: added
      }
    });
    return accepted(added);
  });
}

/** The reason that a role can't end on a day, or null: the day must not be past in the issuer's time zone (C6.009). */
export async function lastDayFault(
  tx: Transaction,
  { issuerId }: Pick<UserRecord, 'issuerId'>,
  lastDay: string | null
): Promise<Refusal | null> {
  if (lastDay === null || lastDay >= (await todayAt(issuerId, tx))) return null;
  return { code: 'role.last.day.over', field: 'lastDay' };
}

/**
 * A cardholder's accounts form one role: an assignment with the same properties gets the new accounts, if there is one.
 */
async function assignmentToExtend(
  tx: Transaction,
  { issuerId, id }: UserRecord,
  { role, authorityTemplateId, lastDay }: NewRole
) {
  if (role !== 'A') return null;
  const assignment = await tx.assignment.findFirst({
    where: { issuerId, userId: id, role, authorityTemplateId, lastDay: lastDay && new Date(lastDay) }
  });
  return assignment?.id ?? null;
}

/** The reason that a user can't hold another role, or null. */
async function combinationFault(
  tx: Transaction,
  user: UserRecord,
  role: Role,
  { issuerId, nodeIds, issuerGroupId }: Standpoint
): Promise<Refusal | null> {
  if (issuerId && issuerId !== user.issuerId) return { code: 'place.other.issuer', field: 'place' };
  // System administrators can't be users of an issuer, nor the reverse.
  if ((role === 'Z') !== (user.role === 'Z')) return USER_MAINTENANCE_PROHIBITED;
  // Assignments of a person's ids are serialized, so that together they keep the limits.
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtext('roles/' || min(id::text))) FROM person_ids(${user.issuerId}::uuid, ${user.id}::uuid) AS id`;
  const roles = await rolesOfPerson(tx, user);
  if (role === 'G' && roles.includes('G')) return { code: 'role.one.company.group', field: 'role' };
  if (roles.length >= MOST_ROLES) return { code: 'role.too.many', field: 'role', params: { most: MOST_ROLES } };
  const [same] = await readRows(tx, idRow)`
    SELECT a.id FROM assignments a LEFT JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
    WHERE a.issuer_id = ${user.issuerId}::uuid AND a.user_id = ${user.id}::uuid AND a.role = ${role}::user_role
      AND (x.node_id = ANY(${nodeIds}::uuid[]) OR a.issuer_group_id = ${issuerGroupId}::uuid OR a.role = 'Z') LIMIT 1`;
  return same ? { code: 'role.held', field: 'place' } : null;
}

const roleRow = z.strictObject({ role: z.enum(ROLES) });

/** All roles of a person: of the user id and the ids linked to it (C6.013, C9.032). */
export async function rolesOfPerson(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<Role[]> {
  const rows = await readRows(tx, roleRow)`
    SELECT a.role::text AS role FROM assignments a
    WHERE a.issuer_id = ${issuerId}::uuid AND a.user_id IN (SELECT person_ids(${issuerId}::uuid, ${id}::uuid))`;
  return rows.map(({ role }) => role);
}
