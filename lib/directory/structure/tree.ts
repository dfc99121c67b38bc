import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { accountNumber, openNumbers } from './account-number';
import type { AccountState } from './account-states';
import { KINDS, type Kind, LABEL_CHARACTERS } from './kinds';
import type { StructureNode } from './nodes';

const treeNodeRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  kind: z.enum(KINDS),
  number: z.string().nullable(),
  name1: z.string(),
  name2: z.string().nullable(),
  status: z.enum(['active', 'closed']),
  /** For accounts: the masked card number. */
  cardNumber: z.string().nullable(),
  state: textOf<AccountState>().nullable(),
  /** The number of children; `COUNTED_CHILDREN` means that or more. */
  children: z.number()
});

/** A node as displayed in the tree. */
export type TreeNode = z.infer<typeof treeNodeRow>;

/** A page of a branch, ordered by kind and name. */
export interface Branch {
  nodes: TreeNode[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/** Counting stops here, so that a branch costs the same at any width. */
export const COUNTED_CHILDREN = 100;
const BRANCH_SIZE = 50;

const COLUMNS = Prisma.sql`n.issuer_id AS "issuerId", n.id, n.kind::text AS kind, n.number, n.name_1 AS "name1",
  n.name_2 AS "name2", n.status::text AS status, ${accountNumber('a', 'n')} AS "cardNumber", a.state::text AS state,
  CASE WHEN n.kind = 'account' THEN 0 ELSE (SELECT count(*)::int FROM (
    SELECT 1 FROM nodes c WHERE c.issuer_id = n.issuer_id AND c.parent_id = n.id LIMIT ${COUNTED_CHILDREN}) counted) END AS children`;
const ACCOUNT = Prisma.sql`LEFT JOIN accounts a ON n.kind = 'account' AND a.issuer_id = n.issuer_id AND a.id = n.id`;

/** The roots of the principal's trees: their own places, or all issuers. */
export async function treeRoots(principal: Principal): Promise<Branch> {
  if (!may(principal, 'structure', 'view')) return { nodes: [], next: null };
  const { scope } = principal;
  const roots = scope.everywhere
    ? Prisma.sql`n.kind = 'issuer' AND n.issuer_id <> ${SYSTEM_ISSUER_ID}::uuid`
    : Prisma.sql`n.id = ANY(${scope.subtrees.map(({ nodeId }) => nodeId)}::uuid[])`;
  return branch(principal, roots, null);
}

/** The children of a node, a page at a time; empty if the principal doesn't see the node. */
export async function treeBranch(
  principal: Principal,
  { issuerId, id }: { issuerId: string; id: string },
  after: string | null = null
): Promise<Branch> {
  if (!may(principal, 'structure', 'view')) return { nodes: [], next: null };
  return branch(principal, Prisma.sql`n.issuer_id = ${issuerId}::uuid AND n.parent_id = ${id}::uuid`, after);
}

async function branch({ scope }: Principal, where: Prisma.Sql, after: string | null): Promise<Branch> {
  const cursor = after === null ? null : readCursor(after);
  const place = cursor
    ? Prisma.sql`(n.kind, n.name_1, n.id) > (${cursor[0]}::node_kind, ${cursor[1]}, ${cursor[2]}::uuid)`
    : Prisma.sql`TRUE`;
  const nodes = await readRows(database(), treeNodeRow)`
    SELECT ${COLUMNS} FROM nodes n ${ACCOUNT}
    WHERE ${where} AND ${within(scope, nodeColumns('n'))} AND ${place}
    ORDER BY n.kind, n.name_1, n.id LIMIT ${BRANCH_SIZE + 1}`;
  const last = nodes.length > BRANCH_SIZE ? nodes[BRANCH_SIZE - 1] : undefined;
  const shown = nodes.slice(0, BRANCH_SIZE).map((node) => ({ ...node, cardNumber: openNumbers(node.cardNumber) }));
  return { nodes: shown, next: last ? cursorOf(last) : null };
}

const cursorOf = ({ kind, name1, id }: TreeNode) =>
  Buffer.from(JSON.stringify([kind, name1, id])).toString('base64url');

/** Decodes a cursor; null, the beginning, if it is invalid. */
function readCursor(cursor: string): [Kind, string, string] | null {
  try {
    const [kind, name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const valid =
      KINDS.includes(kind) && typeof name === 'string' && !name.includes('\0') && /^[0-9a-f-]{36}$/.test(id);
    return valid ? [kind, name, id] : null;
  } catch {
    return null;
  }
}

const stepRow = z.strictObject({
  kind: z.enum(KINDS),
  name1: z.string(),
  /** Null above the principal's own place, where only names are shown (CD.20). */
  id: z.string().nullable()
});
export type Step = z.infer<typeof stepRow>;

/** The nodes from the issuer down to a node, without the node itself. */
export async function stepsTo({ scope }: Principal, { issuerId, path }: StructureNode): Promise<Step[]> {
  const above = Array.from({ length: path.length / LABEL_CHARACTERS - 1 }, (_, at) =>
    path.slice(0, (at + 1) * LABEL_CHARACTERS)
  );
  return readRows(database(), stepRow)`
    SELECT n.kind::text AS kind, n.name_1 AS "name1", CASE WHEN ${within(scope, nodeColumns('n'))} THEN n.id END AS id
    FROM nodes n WHERE n.issuer_id = ${issuerId}::uuid AND n.path = ANY(${above}) ORDER BY length(n.path)`;
}

const beforeRow = z.strictObject({ kind: z.enum(KINDS), name1: z.string(), id: z.string() });

/** A page of a node's branch, starting at one of its children. */
export async function branchFrom(
  principal: Principal,
  child: Pick<TreeNode, 'issuerId' | 'kind' | 'name1' | 'id'> & { parentId: string }
) {
  const before = await readRows(database(), beforeRow)`
    SELECT n.kind::text AS kind, n.name_1 AS "name1", n.id FROM nodes n
    WHERE n.issuer_id = ${child.issuerId}::uuid AND n.parent_id = ${child.parentId}::uuid AND ${within(principal.scope, nodeColumns('n'))}
      AND (n.kind, n.name_1, n.id) < (${child.kind}::node_kind, ${child.name1}, ${child.id}::uuid)
    ORDER BY n.kind DESC, n.name_1 DESC, n.id DESC OFFSET ${BRANCH_SIZE / 2} LIMIT 1`;
  const [start] = before;
  return treeBranch(
    principal,
    { issuerId: child.issuerId, id: child.parentId },
    start ? cursorOf(start as TreeNode) : null
  );
}
