import { database } from '../../core/database/database';
import type { Place } from './place';

/** Why a place's records are not shown: there are more than can be viewed (C9.034, C9.035). Null: they are shown. */
export async function viewBlocked({
  entity,
  owner,
  parent,
  above
}: Place): Promise<{ total: number; limit: number } | null> {
  const { viewLimit: limit } = entity;
  if (limit === undefined) return null;
  const rows = above
    ? await database().$queryRaw<{ total: number }[]>`
        SELECT coalesce(max(t.total), 0)::int AS total FROM setup_records p
        JOIN setup_totals t ON (t.issuer_id, t.within_id) = (p.issuer_id, p.id) AND t.entity = ${entity.name}
        WHERE p.issuer_id = ${owner.issuerId}::uuid AND p.parent_id = ${above.id}::uuid`
    : await database().$queryRaw<{ total: number }[]>`
        SELECT total FROM setup_totals
        WHERE issuer_id = ${owner.issuerId}::uuid AND within_id = ${parent?.id ?? owner.id}::uuid AND entity = ${entity.name}`;
  const total = rows[0]?.total ?? 0;
  return total > limit ? { total, limit } : null;
}
