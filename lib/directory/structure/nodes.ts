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
  /** None for accounts: their card number is protected. */
  number: z.string().nullable(),
  name1: z.string(),
  name2: z.string().nullable(),
  level: z.number().nullable(),
  status: z.enum(['active', 'closed']),
  version: z.number()
});

/** A node of the reporting structure as its table has it. */
export type StructureNode = z.infer<typeof structureNodeRow>;

const COLUMNS = Prisma.sql`n.issuer_id AS "issuerId", n.id, n.kind::text AS kind, n.parent_id AS "parentId",
  n.company_id AS "companyId", n.path, n.number, n.name_1 AS "name1", n.name_2 AS "name2", n.level::int AS level,
  n.status::text AS status, n.version`;

/** A node that the principal sees; null for what is elsewhere, and for what isn't there. */
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
 * Keeps an issuer's structure as it is until the transaction ends: nothing is created, moved, closed or
 * deleted by anybody else meanwhile (a single new node takes the same lock shared: place_node).
 */
export async function lockStructure(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(structure_lock(${issuerId}::uuid))`;
}

/** Keeps an issuer's structure in its shape; others may add to it meanwhile. */
export async function lockShape(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(structure_lock(${issuerId}::uuid))`;
}

/** The node that a command is about, with its issuer's structure locked; null when the principal doesn't see it. */
export async function heldNode(
  tx: Transaction,
  principal: Principal,
  id: string,
  lock: typeof lockStructure | typeof lockShape = lockStructure
): Promise<StructureNode | null> {
  const seen = await seenNode(principal, id, tx);
  if (!seen) return null;
  await lock(tx, seen.issuerId);
  // What was true before the lock was had may be so no more.
  return seenNode(principal, id, tx);
}

/** Whether the principal stands at the node: where one stands is moved, closed and deleted by those above. */
export const standsAt = ({ scope }: Principal, { id }: Pick<StructureNode, 'id'>) =>
  scope.subtrees.some(({ nodeId }) => nodeId === id);

/** Somebody else saved the record meanwhile: its version now, so that the form can be saved again. */
export const changedMeanwhile = ({ version }: { version: number }): Refusal => ({
  code: 'record.changed',
  params: { version }
});

/** The rows of table `nodes` at or below a node. */
export const subtreeOf = ({ issuerId, path }: Pick<StructureNode, 'issuerId' | 'path'>) =>
  // Hexadecimal digits end before "g".
  Prisma.sql`issuer_id = ${issuerId}::uuid AND path >= ${path} AND path < ${`${path}g`}`;

/** A condition that a word of the names, or the number, of a node begins with `text` (see the search's migration). */
export const wordsBegin = (text: string, alias: string): Prisma.Sql =>
  Prisma.sql`${sqlName(`${alias}.search_text`)} LIKE '% ' || searchable(${text}) || '%'`;
