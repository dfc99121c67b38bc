import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { isId } from '../../core/secrets/ids';
import { ISSUERS } from '../../directory/structure/reads/issuers';

/** Whether a principal's scope contains all of an issuer, including records without a node. */
export function seesWhole({ scope }: Principal, issuerId: string): boolean {
  return scope.everywhere || scope.subtrees.some((part) => part.isIssuer && part.issuerId === issuerId);
}

/** The issuer of the displayed chain: the requested one, else the principal's own; null outside the scope. */
export function chosenIssuer({ issuerId, scope }: Principal, asked?: string): string | null {
  const issuers = scope.subtrees.map((part) => part.issuerId);
  if (asked) return isId(asked) && (scope.everywhere || issuers.includes(asked)) ? asked : null;
  return scope.everywhere || issuers.includes(issuerId) ? issuerId : (issuers[0] ?? null);
}

const issuerRow = z.strictObject({ id: z.string(), name: z.string() });

/** The issuers that a principal can choose, by name; the system's own comes first if included. */
export function auditedIssuers({ scope }: Principal): Promise<{ id: string; name: string }[]> {
  const issuers = scope.subtrees.map((part) => part.issuerId);
  return readRows(database(), issuerRow)`
    SELECT id, name FROM ${ISSUERS} i
    WHERE ${scope.everywhere} OR id = ANY(${issuers}::uuid[])
    ORDER BY id <> ${SYSTEM_ISSUER_ID}::uuid, name, id`;
}

/**
 * The entries `e` of an issuer that the principal sees: those with a node `n` in scope, and all of an issuer wholly in
 * scope.
 */
export function entriesWithin(principal: Principal, issuerId: string | null): Prisma.Sql {
  if (issuerId === null) return Prisma.sql`FALSE`;
  const own = Prisma.sql`e.issuer_id = ${issuerId}::uuid`;
  if (seesWhole(principal, issuerId)) return own;
  return Prisma.sql`${own} AND ${within(principal.scope, nodeColumns('n'))}`;
}

/** The issuers wholly in the principal's scope, as an array; with `everywhere` all issuers. */
export const wholeIssuers = ({ scope }: Principal): Prisma.Sql =>
  Prisma.sql`${scope.subtrees.filter((part) => part.isIssuer).map((part) => part.issuerId)}::uuid[]`;
