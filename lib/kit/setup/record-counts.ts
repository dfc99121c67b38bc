import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { isNodeThat } from '../../directory/structure/reads/node-that';

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
  const isInside = within(principal.scope, nodeColumns('n'));
  if (!(await isNodeThat(database(), { issuerId, id: ownerId }, isInside))) return null;
  const counts = await readRows(database(), countRow)`
    SELECT r.entity, count(*)::int AS count FROM setup_records r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${ownerId}::uuid AND r.parent_id IS NULL
    GROUP BY r.entity`;
  return new Map(counts.map(({ entity, count }) => [entity, count]));
}
