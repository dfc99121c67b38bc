import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';

/**
 * The accounts of the user that a column names, as an SQL array: those of all their linked user ids, including roles
 * whose last day is past, because earlier spending remains their own.
 */
export const accountsOf = (issuerId: string, user: Prisma.Sql): Prisma.Sql => Prisma.sql`ARRAY(
  SELECT DISTINCT x.node_id FROM person_ids(${issuerId}::uuid, ${user}) AS p (id)
  JOIN assignments a ON a.issuer_id = ${issuerId}::uuid AND a.user_id = p.id AND a.role = 'A'
  JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id))`;

const ownAccountsRow = z.strictObject({ userId: z.string(), accounts: z.array(z.string()) });

/** Returns the same accounts of users, by user id. */
export async function ownAccounts(
  tx: Transaction,
  issuerId: string,
  userIds: readonly string[]
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await readRows(tx, ownAccountsRow)`
    SELECT asked AS "userId", ${accountsOf(issuerId, Prisma.sql`asked`)} AS accounts
    FROM unnest(${[...new Set(userIds)]}::uuid[]) AS asked`;
  return new Map(rows.map(({ userId, accounts }) => [userId, new Set(accounts)]));
}
