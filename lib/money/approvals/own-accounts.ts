import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

const ownAccountRow = z.strictObject({ userId: z.string(), accountId: z.string() });

/**
 * The accounts of users, by user id: those of all their linked user ids, including roles whose last day is past,
 * because earlier spending remains their own.
 */
export async function ownAccounts(
  tx: Transaction,
  issuerId: string,
  userIds: readonly string[]
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await readRows(tx, ownAccountRow)`
    SELECT DISTINCT p.asked AS "userId", x.node_id AS "accountId"
    FROM (SELECT asked, person_ids(${issuerId}::uuid, asked) AS id FROM unnest(${[...userIds]}::uuid[]) AS asked) p
    JOIN assignments a ON a.issuer_id = ${issuerId}::uuid AND a.user_id = p.id AND a.role = 'A'
    JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)`;
  const found = new Map(userIds.map((id) => [id, new Set<string>()]));
  for (const { userId, accountId } of rows) found.get(userId)?.add(accountId);
  return found;
}
