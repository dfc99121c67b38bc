import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { changesBetween } from '../../../access/policy/record-act';
import { nodeColumns, within } from '../../../access/policy/scope';
import type { Origin } from '../../../core/audit/audit';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { soughtText } from '../../../core/entry/plain-text';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { userIdKey } from '../../../sign-in/account/user-id';
import { atNode } from '../../structure/reads/joins';
import { isBelowNode } from '../../structure/reads/node-columns';
import { findPlacedPeople, type PlacedChoice } from '../find-people';
import { userColumns } from '../user-record';
import { changeOwned, createOwned, deleteOwned, type OwnedKind } from './owned-commands';
import { type Owner, ownedFields, ownedListing, versionSchema } from './owned-record';

const userGroupRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  nodeId: z.string(),
  path: z.string(),
  owner: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  version: z.number()
});
export type UserGroup = z.infer<typeof userGroupRow>;

const groupMemberRow = z.strictObject({
  id: z.string(),
  userId: z.string(),
  name: z.string()
});
export type GroupMember = z.infer<typeof groupMemberRow>;

/** The user ids of the members. */
const membersSchema = z
  .array(soughtText(255))
  .default([])
  .transform((picked) => [...new Map(picked.map((id) => [userIdKey(id), id.trim()])).values()].filter(Boolean))
  .pipe(z.array(z.string()).min(1, 'user.group.empty').max(500, 'user.group.too.many'));

export const userGroupSchema = z.object({ ...ownedFields, members: membersSchema });
export const userGroupChangeSchema = userGroupSchema.omit({ owner: true }).extend({ version: versionSchema });

export const USER_GROUPS = ownedListing('user-groups', 'user_groups', {
  members: {
    sql: Prisma.sql`(SELECT count(*)::int FROM user_group_members m WHERE m.issuer_id = t.issuer_id AND m.group_id = t.id)`,
    type: 'number',
    label: 'user.group.members',
    sort: false
  }
});

/** A user group in the principal's scope, or null. */
export async function findUserGroup(
  principal: Principal,
  id: string,
  db: Transaction = database()
): Promise<UserGroup | null> {
  if (!may(principal, 'user_groups', 'view')) return null;
  const rows = await readRows(db, userGroupRow)`
    SELECT t.issuer_id AS "issuerId", t.id, t.node_id AS "nodeId", n.path, n.name_1 AS owner, t.name, t.description, t.version
    FROM user_groups t ${atNode('t.node_id')}
    WHERE t.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return rows[0] ?? null;
}

/** The members of a group whom the principal sees, by name. */
export async function groupMembers(
  { scope }: Principal,
  { issuerId, id }: UserGroup,
  db: Transaction = database()
): Promise<GroupMember[]> {
  return readRows(db, groupMemberRow)`
    SELECT u.id, u.user_id AS "userId", concat_ws(' ', u.first_name, u.last_name) AS name FROM user_group_members m
    JOIN users u ON (u.issuer_id, u.id) = (m.issuer_id, m.user_id)
    LEFT ${atNode('u.node_id')}
    WHERE m.issuer_id = ${issuerId}::uuid AND m.group_id = ${id}::uuid AND ${within(scope, userColumns)}
    ORDER BY u.last_name, u.first_name, u.id`;
}

const typedUserRow = z.strictObject({ id: z.string(), key: z.string() });

/**
 * The users of these ids at or below the group's owner whom the principal sees; a refusal names the first invalid id.
 */
async function membersOf(
  tx: Transaction,
  { scope }: Principal,
  owner: Pick<Owner, 'issuerId' | 'path'>,
  userIds: readonly string[]
): Promise<Result<string[]>> {
  const keys = userIds.map(userIdKey);
  const rows = await readRows(tx, typedUserRow)`
    SELECT u.id, d.user_id_key AS key FROM user_directory d
    JOIN users u ON (u.issuer_id, u.id) = (d.issuer_id, d.user_id)
    ${atNode('u.node_id')}
    WHERE d.user_id_key = ANY(${keys}) AND u.issuer_id = ${owner.issuerId}::uuid AND u.deleted_at IS NULL
      AND n.path >= ${owner.path} AND n.path < ${`${owner.path}g`} AND ${within(scope, userColumns)}`;
  const idsByKey = new Map(rows.map(({ key, id }) => [key, id]));
  const missing = userIds.find((userId) => !idsByKey.has(userIdKey(userId)));
  if (missing !== undefined)
    return refused({ code: 'user.group.member.unknown', field: 'members', params: { userId: missing } });
  return accepted([...idsByKey.values()]);
}

/**
 * The users who can be members of a group, at or below its owner and in the principal's scope, by the beginnings of
 * names and user id; at most 20.
 */
export async function findGroupMembers(principal: Principal, ownerId: string, text: string): Promise<PlacedChoice[]> {
  if (!may(principal, 'user_groups', 'modify')) return [];
  const { scope } = principal;
  const below = isBelowNode(Prisma.sql`n.path`, Prisma.sql`u.issuer_id`, ownerId, within(scope, nodeColumns('o')));
  return findPlacedPeople(Prisma.sql`${within(scope, userColumns)} AND ${below}`, text);
}

const USER_GROUP: OwnedKind<UserGroup> = { area: 'user_groups', entity: 'user_group', find: findUserGroup };

/** Creates a group of at least one user (C9.042). */
export function createUserGroup(
  principal: Principal,
  { owner: ownerId, members, name, description }: z.output<typeof userGroupSchema>,
  origin: Origin
): Promise<Result<string>> {
  return createOwned(USER_GROUP, principal, { owner: ownerId, name }, origin, async (tx, owner, id) => {
    const users = await membersOf(tx, principal, owner, members);
    if (!users.ok) return users;
    const { issuerId, id: nodeId } = owner;
    await tx.userGroup.create({ data: { issuerId, id, nodeId, name, description } });
    await tx.userGroupMember.createMany({ data: users.value.map((userId) => ({ issuerId, groupId: id, userId })) });
    return accepted(changesBetween({}, { name, description, members: users.value.length }));
  });
}

/** Changes a group; members whom the principal doesn't see stay. */
export function changeUserGroup(
  principal: Principal,
  id: string,
  { version, members, name, description }: z.output<typeof userGroupChangeSchema>,
  origin: Origin
): Promise<Result<null>> {
  return changeOwned(USER_GROUP, principal, { id, name, version }, origin, async (tx, group) => {
    const { issuerId } = group;
    const seen = await groupMembers(principal, group, tx);
    const before = seen.map((member) => member.id);
    // Existing members may stay, even if they were moved or deleted meanwhile.
    const staying = seen.filter(({ userId }) => members.some((typed) => userIdKey(typed) === userIdKey(userId)));
    const others = members.filter((typed) => !staying.some(({ userId }) => userIdKey(typed) === userIdKey(userId)));
    const users = await membersOf(tx, principal, group, others);
    if (!users.ok) return users;
    const kept = [...staying.map((member) => member.id), ...users.value];
    const gone = before.filter((userId) => !kept.includes(userId));
    const added = kept.filter((userId) => !before.includes(userId));
    await tx.userGroup.update({
      where: { issuerId_id: { issuerId, id } },
      data: { name, description, version: { increment: 1 }, updatedAt: now() }
    });
    await tx.userGroupMember.deleteMany({ where: { issuerId, groupId: id, userId: { in: gone } } });
    await tx.userGroupMember.createMany({
      data: added.map((userId) => ({ issuerId, groupId: id, userId })),
      skipDuplicates: true
    });
    return accepted({
      ...changesBetween({ name: group.name, description: group.description }, { name, description }),
      ...(added.length > 0 && { 'after.members': added.join(' ') }),
      ...(gone.length > 0 && { 'before.members': gone.join(' ') })
    });
  });
}

/** Deletes a group; its members are unaffected. */
export function deleteUserGroup(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return deleteOwned(USER_GROUP, principal, id, origin);
}
