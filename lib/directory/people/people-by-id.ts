import { z } from 'zod';
import { type Scope, within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { userIdKey } from '../../sign-in/account/user-id';
import { atNode } from '../structure/reads/joins';
import { CHOICE, type PersonChoice, PICKABLE, personChoiceRow } from './find-people';
import { ofUser } from './reads/of-user';
import { userColumns } from './user-record';

const typedRow = personChoiceRow.extend({ key: z.string() });

/**
 * The active users of a condition (of user `u` at node `n`) who have these user ids, and the first id that none of them
 * has.
 */
export async function peopleTyped(
  tx: Transaction,
  condition: Prisma.Sql,
  userIds: readonly string[]
): Promise<{ people: PersonChoice[]; unknown: string | undefined }> {
  const found = await readRows(tx, typedRow)`${typed(userIds, Prisma.sql`${PICKABLE} AND ${condition}`)}`;
  const known = new Set(found.map(({ key }) => key));
  return {
    people: found.map(({ key, ...person }) => person),
    unknown: userIds.find((userId) => !known.has(userIdKey(userId)))
  };
}

/** The users of a condition, of any status, who have these user ids: locked until the commit. */
export const heldUsersTyped = (tx: Transaction, condition: Prisma.Sql, userIds: readonly string[]) =>
  readRows(tx, typedRow)`${typed(userIds, condition)} FOR KEY SHARE OF u`;

const typed = (userIds: readonly string[], condition: Prisma.Sql) => Prisma.sql`
  SELECT ${CHOICE}, d.user_id_key AS key FROM user_directory d
  ${ofUser('d.user_id')}
  LEFT ${atNode('u.node_id')}
  WHERE d.user_id_key = ANY(${[...new Set(userIds.map(userIdKey))]}) AND ${condition}`;

/** Those of the users with these ids who are in a scope, by name. */
export const peopleSeen = (
  tx: Transaction,
  scope: Scope,
  issuerId: string,
  ids: readonly string[]
): Promise<PersonChoice[]> =>
  readRows(tx, personChoiceRow)`
    SELECT ${CHOICE} FROM users u LEFT ${atNode('u.node_id')}
    WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ANY(${[...ids]}::uuid[]) AND ${within(scope, userColumns)}
    ORDER BY u.last_name, u.first_name, u.id`;

/** The users of an issuer with these ids, by name. */
export const peopleOf = (tx: Transaction, issuerId: string, ids: readonly string[]): Promise<PersonChoice[]> =>
  readRows(tx, personChoiceRow)`
    SELECT ${CHOICE} FROM users u WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ANY(${ids}::uuid[])
    ORDER BY u.last_name, u.first_name, u.id`;
