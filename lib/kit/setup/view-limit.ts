import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { RecordList } from './record-list';

const totalRow = z.strictObject({ total: z.number() });

/** Why a place's records are not shown: there are more than can be viewed (C9.034, C9.035). Null: they are shown. */
export async function viewBlocked({
  entity,
  owner,
  parent,
  above
}: RecordList): Promise<{ total: number; limit: number } | null> {
  const { viewLimit: limit } = entity;
  if (limit === undefined) return null;
  const [fullest] = above
    ? await readRows(database(), totalRow)`
        SELECT coalesce(max(t.total), 0)::int AS total FROM setup_records p
        JOIN setup_totals t ON (t.issuer_id, t.within_id) = (p.issuer_id, p.id) AND t.entity = ${entity.name}
        WHERE p.issuer_id = ${owner.issuerId}::uuid AND p.parent_id = ${above.id}::uuid`
    : await database().setupTotal.findMany({
        where: { issuerId: owner.issuerId, withinId: parent?.id ?? owner.id, entity: entity.name },
        select: { total: true }
      });
  const total = fullest?.total ?? 0;
  return total > limit ? { total, limit } : null;
}
