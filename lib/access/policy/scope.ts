import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';

/** A part of a structure: everything at or below one node. */
export interface Subtree {
  issuerId: string;
  nodeId: string;
  /** The node's path; what is at or below it has a path that begins so. */
  path: string;
  /** The company at or above the node; null above companies. */
  companyId: string | null;
  /** Whether the node is its issuer's root, so that the subtree is the whole issuer. */
  isIssuer: boolean;
}

declare const proven: unique symbol;

/**
 * What somebody sees: the union of subtrees, or everything (role Z). Only `principalOf` makes one, so no
 * query over the structure can be asked without somebody who asks (CD.20).
 */
export interface Scope {
  everywhere: boolean;
  subtrees: readonly Subtree[];
  [proven]: true;
}

/** The columns of a query that the scope looks at. Join `nodes` for the path. */
export interface ScopedColumns {
  issuer: Prisma.Sql;
  company: Prisma.Sql;
  path: Prisma.Sql;
}

/** The columns of table `nodes` under an alias. */
export const nodeColumns = (alias: string): ScopedColumns => ({
  issuer: sqlName(`${alias}.issuer_id`),
  company: sqlName(`${alias}.company_id`),
  path: sqlName(`${alias}.path`)
});

/** The rows of one subtree: as few and as simple conditions as its node allows, so that indexes serve them. */
function inSubtree({ issuerId, nodeId, path, companyId, isIssuer }: Subtree, columns: ScopedColumns): Prisma.Sql {
  const conditions = [Prisma.sql`${columns.issuer} = ${issuerId}::uuid`];
  if (companyId !== null) conditions.push(Prisma.sql`${columns.company} = ${companyId}::uuid`);
  // Hexadecimal digits end before "g": a path that begins with this one lies between.
  if (!isIssuer && companyId !== nodeId)
    conditions.push(Prisma.sql`${columns.path} >= ${path} AND ${columns.path} < ${`${path}g`}`);
  return Prisma.sql`(${Prisma.join(conditions, ' AND ')})`;
}

/** The scope rule (CD.20), the one place where it is written: the condition that a row lies in what somebody sees. */
export function within(scope: Scope, columns: ScopedColumns): Prisma.Sql {
  if (scope.everywhere) return Prisma.sql`TRUE`;
  if (scope.subtrees.length === 0) return Prisma.sql`FALSE`;
  return Prisma.sql`(${Prisma.join(
    scope.subtrees.map((subtree) => inSubtree(subtree, columns)),
    ' OR '
  )})`;
}

const LABEL = 8;

/**
 * The nodes above what somebody sees: where an issuer or a company keeps what holds for everybody below it, set-up
 * records. Theirs alone: what else such a node has stays out of sight.
 */
export function above(scope: Scope, columns: ScopedColumns): Prisma.Sql {
  const ways = scope.subtrees.flatMap(({ issuerId, path }) => {
    const ancestors = Array.from({ length: path.length / LABEL - 1 }, (_, depth) => path.slice(0, (depth + 1) * LABEL));
    return ancestors.length > 0
      ? [Prisma.sql`(${columns.issuer} = ${issuerId}::uuid AND ${columns.path} = ANY(${ancestors}))`]
      : [];
  });
  return ways.length > 0 ? Prisma.sql`(${Prisma.join(ways, ' OR ')})` : Prisma.sql`FALSE`;
}
