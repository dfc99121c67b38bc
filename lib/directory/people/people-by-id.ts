import { z } from 'zod';
import { type Scope, within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { userIdKey } from '../../sign-in/account/user-id';
import { CHOICE, type PersonChoice, PICKABLE, personChoiceRow } from './find-people';
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
  const found = await readRows(tx, typedRow)`
    SELECT ${CHOICE}, d.user_id_key AS key FROM user_directory d
    JOIN users u ON (u.issuer_id, u.id) = (d.issuer_id, d.user_id)
    LEFT JOIN nodes n ON (n.issuer_id, n.id) = (u.issuer_id, u.node_id)
    WHERE d.user_id_key = ANY(${userIds.map(userIdKey)}) AND ${PICKABLE} AND ${condition}`;
  const known = new Set(found.map(({ key }) => key));
  return {
    people: found.map(({ key, ...person }) => person),
    unknown: userIds.find((userId) => !known.has(userIdKey(userId)))
  };
}

/** Those of the users with these ids who are in a scope, by name. */
export const peopleSeen = (
  tx: Transaction,
  scope: Scope,
  issuerId: string,
  ids: readonly string[]
): Promise<PersonChoice[]> =>
  readRows(tx, personChoiceRow)`
    SELECT ${CHOICE} FROM users u LEFT JOIN nodes n ON (n.issuer_id, n.id) = (u.issuer_id, u.node_id)
    WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ANY(${[...ids]}::uuid[]) AND ${within(scope, userColumns)}
    ORDER BY u.last_name, u.first_name, u.id`;

/** The users of an issuer with these ids, by name. */
export const peopleOf = (tx: Transaction, issuerId: string, ids: readonly string[]): Promise<PersonChoice[]> =>
  readRows(tx, personChoiceRow)`
    SELECT ${CHOICE} FROM users u WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ANY(${ids}::uuid[])
    ORDER BY u.last_name, u.first_name, u.id`;
