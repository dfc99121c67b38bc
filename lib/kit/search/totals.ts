import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { COUNTED } from '../listing/page';
import { kindsFor, SEARCH_KINDS, type SearchKind } from './kinds';
import type { SearchKinds } from './searchable';

const countRow = z.strictObject({ kind: z.enum(SEARCH_KINDS), count: z.number() });

/** The number of records that the principal sees, of each kind that is counted (C2.005); `COUNTED + 1` means more. */
export async function totalsOf(
  searchable: SearchKinds,
  principal: Principal
): Promise<{ kind: SearchKind; count: number }[]> {
  const counts = kindsFor(principal).flatMap((kind) => {
    const rows = searchable.get(kind)?.counted?.(principal);
    if (!rows) return [];
    return Prisma.sql`SELECT ${kind}::text AS kind, count(*)::int AS count FROM (${rows} LIMIT ${COUNTED + 1}) AS counted`;
  });
  if (counts.length === 0) return [];
  const rows = await readRows(database(), countRow)(Prisma.join(counts, ' UNION ALL '));
  return SEARCH_KINDS.flatMap((kind) => rows.find((row) => row.kind === kind) ?? []);
}
