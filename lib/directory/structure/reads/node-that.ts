import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { exists, type Reader } from '../../../core/database/rows';

/** A node by its key. */
interface NodeKey {
  issuerId: string;
  id: string;
}

/** Whether there is such a node and it meets a condition, of node `n`. */
export const isNodeThat = (db: Reader, { issuerId, id }: NodeKey, condition: Prisma.Sql): Promise<boolean> =>
  exists(db)`SELECT 1 FROM nodes n WHERE ${isNode(issuerId, id)} AND ${condition}`;

/** Does the same and keeps the node as it is until the transaction ends. */
export const isHeldNodeThat = (db: Reader, { issuerId, id }: NodeKey, condition: Prisma.Sql): Promise<boolean> =>
  exists(db)`SELECT 1 FROM nodes n WHERE ${isNode(issuerId, id)} AND ${condition} FOR SHARE`;

/** The name of a node; empty without such a node. */
export async function nodeName(db: Transaction, { issuerId, id }: NodeKey): Promise<string> {
  const node = await db.node.findUnique({ where: { issuerId_id: { issuerId, id } }, select: { name1: true } });
  return node?.name1 ?? '';
}

const isNode = (issuerId: string, id: string) => Prisma.sql`n.issuer_id = ${issuerId}::uuid AND n.id = ${id}::uuid`;
