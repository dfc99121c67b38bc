import { may, type Principal } from '../../access/policy/principal';
import { type Act, recordActs } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { MOST_ROLES } from './add-role';
import { retire } from './delete-user';
import { isInLink } from './links/links';
import { changeFault, NOT_AUTHORIZED } from './maintenance';
import { findUser, maintained, NOT_FOUND, type UserRecord } from './user-record';

export interface MergedUsers {
  issuerId: string;
  keptId: string;
  mergedId: string;
}

/** The data of another part of the product that belongs to a user: how a merge moves it, and how it is forgotten. */
export interface Belongings {
  /** Locks the data to move, before the users, in the order that other commands use. */
  hold?(tx: Transaction, merged: Pick<UserRecord, 'issuerId' | 'id'>): Promise<void>;
  /** Moves the data to the kept user. Returns further acts for the audit. */
  move?(tx: Transaction, users: MergedUsers): Promise<Act[]>;
  /** Removes names, addresses and the like of a user who was deleted long enough ago (CD.5). */
  forget?(tx: Transaction, user: Pick<UserRecord, 'issuerId' | 'id'>): Promise<void>;
}

/**
 * Merges two records of one person: the first gets the roles, accounts and groups of the second and all `belongings`,
 * and the second is retired. It requires peer-level modify authority (C6.022). Neither may be linked: links are undone
 * first.
 */
export async function mergeUsers(
  principal: Principal,
  { keptId, mergedId }: { keptId: string; mergedId: string },
  origin: Origin,
  belongings: readonly Belongings[]
): Promise<Result<null>> {
  const denied = changeFault(principal, 'multi_user') ?? (may(principal, 'peers', 'modify') ? null : NOT_AUTHORIZED);
  if (denied) return refused(denied);
  if (keptId === mergedId) return refused({ code: 'merge.same', field: 'userId' });
  return transaction(async (tx) => {
    const merging = await findUser(principal, mergedId, tx);
    if (!merging) return NOT_FOUND;
    for (const { hold } of belongings) await hold?.(tx, merging);
    // Always in one order, to avoid a deadlock between two merges of the same users.
    const users = new Map<string, UserRecord>();
    for (const id of [keptId, mergedId].sort()) {
      const user = await maintained(tx, principal, id);
      if (!user.ok) return user;
      users.set(id, user.value);
    }
    const [kept, merged] = [users.get(keptId) as UserRecord, users.get(mergedId) as UserRecord];
    if (kept.issuerId !== merged.issuerId) return refused({ code: 'place.other.issuer', field: 'userId' });
    if (kept.status !== 'active' || merged.status !== 'active') return refused({ code: 'user.not.active' });
    const { issuerId } = kept;
    const both = [keptId, mergedId];
    if ((await isInLink(tx, kept)) || (await isInLink(tx, merged)))
      return refused({ code: 'merge.linked', field: 'userId' });
    const roles = await tx.assignment.findMany({ where: { issuerId, userId: { in: both } } });
    if (roles.filter(({ role }) => role === 'G').length > 1) return refused({ code: 'role.one.company.group' });
    if (roles.length > MOST_ROLES) return refused({ code: 'role.too.many', params: { most: MOST_ROLES } });
    await moveRoles(tx, kept, merged);
    await tx.$executeRaw`
      INSERT INTO user_group_members (issuer_id, group_id, user_id)
      SELECT issuer_id, group_id, ${keptId}::uuid FROM user_group_members
      WHERE issuer_id = ${issuerId}::uuid AND user_id = ${mergedId}::uuid ON CONFLICT DO NOTHING`;
    await tx.userGroupMember.deleteMany({ where: { issuerId, userId: mergedId } });
    const moved: Act[] = [];
    for (const { move } of belongings) moved.push(...((await move?.(tx, { issuerId, keptId, mergedId })) ?? []));
    await retire(tx, merged);
    await recordActs(tx, principal, origin, [
      {
        issuerId,
        action: 'user.deleted',
        entity: 'user',
        entityId: mergedId,
        details: { mergedInto: keptId }
      },
      {
        issuerId,
        action: 'user.merged',
        entity: 'user',
        entityId: keptId,
        details: { merged: mergedId, 'merged.userId': merged.userId, roles: roles.length }
      },
      ...moved
    ]);
    return accepted(null);
  });
}

/**
 * Accounts join those of the same kind of role; of two roles at the same place one is dropped and the longer duration
 * kept; the rest moves.
 */
async function moveRoles(tx: Transaction, kept: UserRecord, merged: UserRecord): Promise<void> {
  const of = (userId: string) => Prisma.sql`a.issuer_id = ${kept.issuerId}::uuid AND a.user_id = ${userId}::uuid`;
  await tx.$executeRaw`
    INSERT INTO assignment_nodes (issuer_id, assignment_id, node_id)
    SELECT o.issuer_id, o.id, x.node_id FROM assignments a
    JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
    JOIN assignments o ON o.issuer_id = a.issuer_id AND o.user_id = ${kept.id}::uuid AND o.role = a.role
      AND (o.authority_template_id, o.last_day) IS NOT DISTINCT FROM (a.authority_template_id, a.last_day)
    WHERE ${of(merged.id)} AND a.role = 'A' ON CONFLICT DO NOTHING`;
  const samePlace = Prisma.sql`EXISTS (
    SELECT 1 FROM assignment_nodes x JOIN assignment_nodes y ON (y.issuer_id, y.node_id) = (x.issuer_id, x.node_id)
    WHERE (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id) AND (y.issuer_id, y.assignment_id) = (o.issuer_id, o.id))`;
  await tx.$executeRaw`
    UPDATE assignments o SET last_day = CASE WHEN a.last_day IS NOT NULL THEN greatest(o.last_day, a.last_day) END
    FROM assignments a
    WHERE ${of(merged.id)} AND o.issuer_id = a.issuer_id AND o.user_id = ${kept.id}::uuid AND o.role = a.role
      AND a.role <> 'A' AND o.last_day IS NOT NULL AND ${samePlace}`;
  await tx.$executeRaw`
    DELETE FROM assignments a WHERE ${of(merged.id)} AND EXISTS (
      SELECT 1 FROM assignments o WHERE o.issuer_id = a.issuer_id AND o.user_id = ${kept.id}::uuid AND o.role = a.role
        AND (a.role = 'A' AND (o.authority_template_id, o.last_day) IS NOT DISTINCT FROM (a.authority_template_id, a.last_day)
          OR a.role <> 'A' AND ${samePlace}))`;
  await tx.$executeRaw`UPDATE assignments a SET user_id = ${kept.id}::uuid, is_primary = false WHERE ${of(merged.id)}`;
}
