import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import { transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { SEARCH_KINDS } from './kinds';
import { kindsFor } from './kinds-for';
import { readResults } from './results';
import type { SearchResult } from './search-result';
import type { SearchKinds } from './searchable';

/** The number of records stored for a user (C2.005). */
const MOST_KEPT = 20;

const itemRow = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  issuerId: z.string(),
  id: z.string()
});
type Item = z.infer<typeof itemRow>;

/**
 * Records that the user has opened a record, which its page calls. Viewing as a user leaves no trace in that user's
 * list.
 */
export async function remember(principal: Principal, { kind, issuerId, id }: Item): Promise<void> {
  if (principal.accessor) return;
  const { issuerId: ownIssuer, userId } = principal;
  await transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO recent_items (issuer_id, user_id, kind, record_issuer_id, record_id, opened_at)
      VALUES (${ownIssuer}::uuid, ${userId}::uuid, ${kind}, ${issuerId}::uuid, ${id}::uuid, ${now()})
      ON CONFLICT (issuer_id, user_id, kind, record_issuer_id, record_id) DO UPDATE SET opened_at = EXCLUDED.opened_at`;
    await tx.$executeRaw`
      DELETE FROM recent_items WHERE (issuer_id, user_id, kind, record_issuer_id, record_id) IN (
        SELECT issuer_id, user_id, kind, record_issuer_id, record_id FROM recent_items
        WHERE issuer_id = ${ownIssuer}::uuid AND user_id = ${userId}::uuid
        ORDER BY opened_at DESC, record_id OFFSET ${MOST_KEPT})`;
  });
}

/** The records that the user opened last, latest first, if the user still sees them. */
export async function recentItems(
  searchable: SearchKinds,
  principal: Principal,
  limit: number,
  features?: ReadonlySet<ProgramFeature>
): Promise<SearchResult[]> {
  const { issuerId, userId } = principal;
  return transaction(async (tx) => {
    const items = await readRows(tx, itemRow)`
      SELECT kind, record_issuer_id AS "issuerId", record_id AS id FROM recent_items
      WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid AND kind = ANY(${kindsFor(searchable, principal, features)})
      ORDER BY opened_at DESC, record_id`;
    return (await readResults(tx, searchable, principal, items)).slice(0, limit);
  });
}
