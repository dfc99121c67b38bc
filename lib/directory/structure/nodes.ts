import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { KINDS } from './kinds';

export const structureNodeRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  kind: z.enum(KINDS),
  parentId: z.string().nullable(),
  companyId: z.string().nullable(),
  path: z.string(),
  /** Empty for accounts: their card number is protected. */
  number: z.string().nullable(),
  name1: z.string(),
  name2: z.string().nullable(),
  level: z.number().nullable(),
  status: z.enum(['active', 'closed']),
  version: z.number()
});

/** A node of the reporting structure in its table. */
export type StructureNode = z.infer<typeof structureNodeRow>;

const COLUMNS = Prisma.sql`n.issuer_id AS "issuerId", n.id, n.kind::text AS kind, n.parent_id AS "parentId",
  n.company_id AS "companyId", n.path, n.number, n.name_1 AS "name1", n.name_2 AS "name2", n.level::int AS level,
  n.status::text AS status, n.version`;

/** A node that the principal sees, or null. */
export async function seenNode(
  principal: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<StructureNode | null> {
  const [node] = await readRows(tx, structureNodeRow)`
    SELECT ${COLUMNS} FROM nodes n WHERE n.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return node ?? null;
}

/**
 * Locks an issuer's structure until the transaction ends: no node is created, moved, closed or deleted meanwhile (a
 * single new node takes the same lock shared: place_node).
 */
export async function lockStructure(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(structure_lock(${issuerId}::uuid))`;
}

/** Locks the shape of an issuer's structure; nodes may still be added. */
export async function lockShape(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(structure_lock(${issuerId}::uuid))`;
}

/** The node of a command, with its issuer's structure locked; null if the principal doesn't see it. */
export async function heldNode(
  tx: Transaction,
  principal: Principal,
  id: string,
  lock: typeof lockStructure | typeof lockShape = lockStructure
): Promise<StructureNode | null> {
  const seen = await seenNode(principal, id, tx);
  if (!seen) return null;
  await lock(tx, seen.issuerId);
  // The data may have changed during the wait for the lock.
  return seenNode(principal, id, tx);
}

/** Whether the principal's own place is the node: users of higher places move, close and delete it. */
export const standsAt = ({ scope }: Principal, { id }: Pick<StructureNode, 'id'>) =>
  scope.subtrees.some(({ nodeId }) => nodeId === id);

/** The refusal after a concurrent save, with the current version, so that the form can be saved again. */
export const changedMeanwhile = ({ version }: { version: number }): Refusal => ({
  code: 'record.changed',
  params: { version }
});

/** The rows of table `nodes` at or below a node. */
export const subtreeOf = ({ issuerId, path }: Pick<StructureNode, 'issuerId' | 'path'>) =>
  // Hexadecimal digits sort before "g".
  Prisma.sql`issuer_id = ${issuerId}::uuid AND path >= ${path} AND path < ${`${path}g`}`;

/** The condition that a word of a node's names, or its number, begins with `text` (see the search's migration). */
export const wordsBegin = (text: string, alias: string): Prisma.Sql =>
  Prisma.sql`${sqlName(`${alias}.search_text`)} LIKE '% ' || searchable(${text}) || '%'`;
