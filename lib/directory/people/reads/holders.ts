import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { ofUser } from './of-user';

/** The names of those who hold a card account, as SQL; null if nobody does. */
export const holdersOf = (issuer: Prisma.Sql, account: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT string_agg(DISTINCT concat_ws(', ', u.last_name, u.first_name), '; ')
  FROM assignment_nodes x
  JOIN assignments a ON (a.issuer_id, a.id) = (x.issuer_id, x.assignment_id) AND a.role = 'A'
  ${ofUser('a.user_id')} AND u.deleted_at IS NULL
  WHERE (x.issuer_id, x.node_id) = (${issuer}, ${account}))`;

/** Whether an account is assigned to a user. */
export async function hasHolder(tx: Transaction, { issuerId, id }: { issuerId: string; id: string }): Promise<boolean> {
  return (await tx.assignmentNode.count({ where: { issuerId, nodeId: id } })) > 0;
}
