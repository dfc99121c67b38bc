import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Listing } from './listing';
import type { ListQuery } from './query';
import { conditionOf } from './select';

export const namedRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  name: z.string()
});

/** A row with its name: as its list declares it, else its first text or column. */
export type NamedRow = z.infer<typeof namedRow>;

function namedRows(principal: Principal, listing: Listing, which: Prisma.Sql): Promise<NamedRow[]> {
  const columns = Object.values(listing.columns);
  const name = listing.called ?? (columns.find(({ type }) => type === 'text') ?? columns[0])?.sql;
  return readRows(database(), namedRow)`
    SELECT ${listing.issuer} AS "issuerId", ${listing.id} AS id, coalesce((${name})::text, '') AS name
    FROM ${listing.from(principal)} WHERE ${which}`;
}

/** The rows of `ids` that the principal sees in the list, for a bulk action. */
export async function listedIds(principal: Principal, listing: Listing, ids: readonly string[]): Promise<NamedRow[]> {
  if (!may(principal, listing.area, 'view') || ids.length === 0) return [];
  return namedRows(
    principal,
    listing,
    Prisma.sql`(${await listing.where(principal)}) AND ${listing.id} = ANY(${[...ids]}::uuid[])`
  );
}

/**
 * The next matching rows, by id and not in the list's order: the action may change their position, and no row may be
 * repeated or skipped.
 */
export async function matchingRows(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  { after, size }: { after: Pick<NamedRow, 'issuerId' | 'id'> | null; size: number }
): Promise<NamedRow[]> {
  const key = Prisma.sql`(${listing.issuer}, ${listing.id})`;
  const place = after ? Prisma.sql`${key} > (${after.issuerId}::uuid, ${after.id}::uuid)` : Prisma.sql`TRUE`;
  return namedRows(
    principal,
    listing,
    Prisma.sql`${await conditionOf(principal, listing, query)} AND ${place}
      ORDER BY ${listing.issuer}, ${listing.id} LIMIT ${size}`
  );
}
