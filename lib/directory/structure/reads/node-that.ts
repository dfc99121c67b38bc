import type { Transaction } from '../../../core/database/database';
import type { Prisma } from '../../../core/database/prisma/client';
import { exists, type Reader } from '../../../core/database/rows';

/** A node by its key. */
interface NodeKey {
  issuerId: string;
  id: string;
}

/** Whether there is such a node and it meets a condition, of node `n`. */
export const isNodeThat = (db: Reader, { issuerId, id }: NodeKey, condition: Prisma.Sql): Promise<boolean> =>
  exists(db)`SELECT 1 FROM nodes n WHERE n.issuer_id = ${issuerId}::uuid AND n.id = ${id}::uuid AND ${condition}`;

/** Does the same and keeps the node as it is until the transaction ends. */
export const isHeldNodeThat = (db: Reader, { issuerId, id }: NodeKey, condition: Prisma.Sql): Promise<boolean> =>
  exists(
    db
  )`SELECT 1 FROM nodes n WHERE n.issuer_id = ${issuerId}::uuid AND n.id = ${id}::uuid AND ${condition} FOR SHARE`;

/** The name of a node; empty without such a node. */
export async function nodeName(db: Transaction, { issuerId, id }: NodeKey): Promise<string> {
  const node = await db.node.findUnique({ where: { issuerId_id: { issuerId, id } }, select: { name1: true } });
  return node?.name1 ?? '';
}

/** The id of the company that a node is, or is below; null above companies, or without such a node. */
export async function companyOf(db: Transaction, { issuerId, id }: NodeKey): Promise<string | null> {
  const node = await db.node.findUnique({ where: { issuerId_id: { issuerId, id } }, select: { companyId: true } });
  return node?.companyId ?? null;
}

/** Keeps an issuer's own node as it is until the transaction ends. */
export async function holdIssuer(db: Transaction, issuerId: string): Promise<void> {
  await db.$executeRaw`SELECT 1 FROM nodes WHERE issuer_id = ${issuerId}::uuid AND id = ${issuerId}::uuid FOR SHARE`;
}

/** Lets one transaction at a time past here for an issuer, by locking its own node. */
export async function serializeAtIssuer(db: Transaction, issuerId: string): Promise<void> {
  await db.$executeRaw`
    SELECT 1 FROM nodes WHERE issuer_id = ${issuerId}::uuid AND id = ${issuerId}::uuid FOR NO KEY UPDATE`;
}
