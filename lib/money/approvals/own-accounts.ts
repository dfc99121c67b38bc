import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

const ownAccountRow = z.strictObject({ userId: z.string(), accountId: z.string() });

/**
 * The accounts of people, by the user id asked for: under whatever of their linked user ids they have them, also by a
 * role whose last day is over, since what they spent under it stays their own.
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
