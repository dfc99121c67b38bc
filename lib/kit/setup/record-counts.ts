import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

const countRow = z.strictObject({ entity: z.string(), count: z.number() });

/**
 * How many records an issuer or a company has of each entity, by its name; parts of records are not counted. Null where the
 * principal sees only a part of its structure, and maybe only some of its records.
 */
export async function recordCounts(
  principal: Principal,
  { issuerId, companyId }: { issuerId: string; companyId: string | null }
): Promise<ReadonlyMap<string, number> | null> {
  const ownerId = companyId ?? issuerId;
  const owner = await readRows(database(), z.strictObject({ id: z.string() }))`
    SELECT o.id FROM nodes o
    WHERE o.issuer_id = ${issuerId}::uuid AND o.id = ${ownerId}::uuid AND ${within(principal.scope, nodeColumns('o'))}`;
  if (owner.length === 0) return null;
  const counts = await readRows(database(), countRow)`
    SELECT r.entity, count(*)::int AS count FROM setup_records r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${ownerId}::uuid AND r.parent_id IS NULL
    GROUP BY r.entity`;
  return new Map(counts.map(({ entity, count }) => [entity, count]));
}
