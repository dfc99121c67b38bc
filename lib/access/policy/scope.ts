import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';

/** A part of a structure: everything at or below one node. */
export interface Subtree {
  issuerId: string;
  nodeId: string;
  /** The node's path, a prefix of all paths at or below it. */
  path: string;
  /** The company at or above the node; null above companies. */
  companyId: string | null;
  /** Whether the node is its issuer's root, so that the subtree is the whole issuer. */
  isIssuer: boolean;
}

declare const proven: unique symbol;

/**
 * The scope of a principal: a union of subtrees, or everything (role Z). Only `principalOf` creates one, so no query
 * over the structure runs without a principal (CD.20).
 */
export interface Scope {
  everywhere: boolean;
  subtrees: readonly Subtree[];
  [proven]: true;
}

/** The columns of a query that the scope restricts. Join `nodes` for the path. */
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

/** The rows of one subtree, with conditions as simple as its node allows, so that indexes serve them. */
function inSubtree({ issuerId, nodeId, path, companyId, isIssuer }: Subtree, columns: ScopedColumns): Prisma.Sql {
  const conditions = [Prisma.sql`${columns.issuer} = ${issuerId}::uuid`];
  if (companyId !== null) conditions.push(Prisma.sql`${columns.company} = ${companyId}::uuid`);
  // Hexadecimal digits sort before "g": paths with this prefix are in between.
  if (!isIssuer && companyId !== nodeId)
    conditions.push(Prisma.sql`${columns.path} >= ${path} AND ${columns.path} < ${`${path}g`}`);
  return Prisma.sql`(${Prisma.join(conditions, ' AND ')})`;
}

/** The scope rule (CD.20), defined only here: the condition that a row is in a principal's scope. */
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
 * The nodes above a principal's scope, whose set-up records apply below. Only for set-up records: other data of these
 * nodes stays invisible.
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

/**
 * The nodes that a principal's places are at or below: what is addressed to one of them is addressed to the principal.
 * Nobody's place is below none, so the system's administrators are addressed nowhere.
 */
export function reaching(scope: Scope, columns: ScopedColumns): Prisma.Sql {
  const own = scope.subtrees.map(
    ({ issuerId, path }) => Prisma.sql`(${columns.issuer} = ${issuerId}::uuid AND ${columns.path} = ${path})`
  );
  return Prisma.sql`(${Prisma.join([...own, above(scope, columns)], ' OR ')})`;
}
