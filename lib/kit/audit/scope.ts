import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { isId } from '../../core/secrets/ids';

/** Whether everything of an issuer is in somebody's part, and so also what belongs to no node. */
export function seesWhole({ scope }: Principal, issuerId: string): boolean {
  return scope.everywhere || scope.subtrees.some((part) => part.isIssuer && part.issuerId === issuerId);
}

/** The issuer whose chain of entries somebody looks at: the one asked for, else their own; null for one out of their part. */
export function chosenIssuer({ issuerId, scope }: Principal, asked?: string): string | null {
  const issuers = scope.subtrees.map((part) => part.issuerId);
  if (asked) return isId(asked) && (scope.everywhere || issuers.includes(asked)) ? asked : null;
  return scope.everywhere || issuers.includes(issuerId) ? issuerId : (issuers[0] ?? null);
}

const issuerRow = z.strictObject({ id: z.string(), name: z.string() });

/** The issuers that somebody can choose from, by name; the system's own comes first where it is among them. */
export function auditedIssuers({ scope }: Principal): Promise<{ id: string; name: string }[]> {
  const issuers = scope.subtrees.map((part) => part.issuerId);
  return readRows(database(), issuerRow)`
    SELECT id, name FROM issuers
    WHERE ${scope.everywhere} OR id = ANY(${issuers}::uuid[])
    ORDER BY id <> ${SYSTEM_ISSUER_ID}::uuid, name, id`;
}

/** The entries `e` that somebody sees of an issuer's: those whose node, `n`, lies in their part, and all of a whole issuer. */
export function entriesWithin(principal: Principal, issuerId: string | null): Prisma.Sql {
  if (issuerId === null) return Prisma.sql`FALSE`;
  const own = Prisma.sql`e.issuer_id = ${issuerId}::uuid`;
  if (seesWhole(principal, issuerId)) return own;
  return Prisma.sql`${own} AND ${within(principal.scope, nodeColumns('n'))}`;
}

/** The issuers the whole of which is in somebody's part, as an array; with `everywhere` all are. */
export const wholeIssuers = ({ scope }: Principal): Prisma.Sql =>
  Prisma.sql`${scope.subtrees.filter((part) => part.isIssuer).map((part) => part.issuerId)}::uuid[]`;
