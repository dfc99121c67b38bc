import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { COUNTED } from '../listing/page';
import { kindsFor, SEARCH_KINDS, type SearchKind } from './kinds';

const TOTALLED: readonly SearchKind[] = ['company', 'account', 'user'];

const countRow = z.strictObject({ kind: z.enum(SEARCH_KINDS), count: z.number() });

/** The number of companies, accounts and users that the principal sees (C2.005); `COUNTED + 1` means more. */
export async function totalsOf(principal: Principal): Promise<{ kind: SearchKind; count: number }[]> {
  const kinds = kindsFor(principal).filter((kind) => TOTALLED.includes(kind));
  if (kinds.length === 0) return [];
  const path = Prisma.sql`(SELECT s.path FROM nodes s WHERE (s.issuer_id, s.id) = (u.issuer_id, u.node_id))`;
  const userColumns = { issuer: Prisma.sql`u.issuer_id`, company: Prisma.sql`u.company_id`, path };
  const counts = kinds.map((kind) => {
    const rows =
      kind === 'user'
        ? Prisma.sql`SELECT 1 FROM users u WHERE u.deleted_at IS NULL AND ${within(principal.scope, userColumns)}`
        : Prisma.sql`SELECT 1 FROM nodes n WHERE n.kind = ${kind}::node_kind AND n.status = 'active' AND ${within(principal.scope, nodeColumns('n'))}`;
    return Prisma.sql`SELECT ${kind}::text AS kind, count(*)::int AS count FROM (${rows} LIMIT ${COUNTED + 1}) AS counted`;
  });
  const found = await readRows(database(), countRow)(Prisma.join(counts, ' UNION ALL '));
  return kinds.flatMap((kind) => found.find((row) => row.kind === kind) ?? []);
}
