import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { activeOf, type Draft } from './draft';
import type { RecordList } from './record-list';
import { titleOf } from './titles';

/** A record's columns and the rest of its fields. */
export function storedOf({ entity }: RecordList, draft: Draft, titles: ReadonlyMap<string, string>) {
  const { id, parent, values } = draft;
  const active = activeOf(draft);
  const { code = null, name: _name, ...rest } = values;
  const data = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { id, parent: parent?.id ?? null, code, name: titleOf(entity, values, titles), data, active };
}

export type Stored = ReturnType<typeof storedOf>;

/** Inserts records, in the order of the rows after those that are there. */
export async function insertRecords(
  tx: Transaction,
  { entity, owner }: RecordList,
  rows: readonly Stored[]
): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  await tx.$executeRaw`
    INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name, data, inactive_since, position, created_at, updated_at)
    SELECT ${owner.issuerId}::uuid, n.id, ${entity.name}, ${owner.id}::uuid, n.parent, n.code, n.name, n.data,
      CASE WHEN NOT n.active THEN ${at}::timestamptz END,
      coalesce(last.position, 0) + n.place, ${at}, ${at}
    FROM (SELECT *, row_number() OVER () AS place FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (id uuid, parent uuid, code text, name text, data jsonb, active boolean)) n
    LEFT JOIN (SELECT within_id, max(position) AS position FROM setup_records
      WHERE issuer_id = ${owner.issuerId}::uuid AND entity = ${entity.name}
        AND within_id = ANY(${[...new Set(rows.map(({ parent }) => parent ?? owner.id))]}::uuid[])
      GROUP BY within_id) last ON last.within_id = coalesce(n.parent, ${owner.id}::uuid)`;
}

/** Writes the fields of records that are there. */
export async function updateRecords(tx: Transaction, place: RecordList, rows: readonly Stored[]): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  await tx.$executeRaw`
    UPDATE setup_records r SET code = n.code, name = n.name, data = n.data, version = r.version + 1, updated_at = ${at},
      inactive_since = CASE WHEN NOT n.active THEN coalesce(r.inactive_since, ${at}::timestamptz) END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS n (id uuid, code text, name text, data jsonb, active boolean)
    WHERE r.issuer_id = ${place.owner.issuerId}::uuid AND r.id = n.id`;
}
