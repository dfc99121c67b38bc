import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { Draft, RowRefusal } from './draft';
import { comparable } from './fields';
import type { RecordList } from './record-list';

/** The unique key of a record. */
interface RecordKey {
  key: string;
  withinId: string;
  value: string;
  /** The field to show it at when it is taken. */
  field: string;
}

/** The keys of a record; one all of whose fields are empty is none. */
export function keysOf(
  { entity, owner }: RecordList,
  { values, parent }: Pick<Draft, 'values' | 'parent'>
): RecordKey[] {
  return Object.entries(entity.keys).flatMap(([key, { fields, within, when }]) => {
    const parts = fields.map((name) => values[name] ?? null);
    if (parts.every((part) => part === null) || when?.(values as never) === false) return [];
    const withinId = within === 'owner' ? owner.id : (parent?.id ?? owner.id);
    const value = parts.map((part) => comparable(String(part ?? ''))).join('\u001f');
    return [{ key, withinId, value, field: fields[0] as string }];
  });
}

const takenRow = z.strictObject({
  withinId: z.string(),
  key: z.string(),
  value: z.string(),
  recordId: z.string()
});

/** Which records have the keys of drafts by now. */
export async function holdersOf(
  tx: Transaction,
  place: RecordList,
  drafts: readonly Draft[]
): Promise<Map<string, string>> {
  const { entity, owner } = place;
  const wanted = drafts.flatMap((draft) => keysOf(place, draft));
  const taken = await readRows(tx, takenRow)`
    SELECT k.within_id AS "withinId", k.key, k.value, k.record_id AS "recordId"
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w ("withinId" uuid, key text, value text)
    JOIN setup_record_keys k ON k.issuer_id = ${owner.issuerId}::uuid AND k.within_id = w."withinId"
      AND k.entity = ${entity.name} AND k.key = w.key AND k.value = w.value COLLATE "C"`;
  return new Map(taken.map(({ withinId, key, value, recordId }) => [`${withinId}/${key}/${value}`, recordId]));
}

/** Refuses drafts whose keys another record has, or an earlier one of them. */
export async function takenKeys(tx: Transaction, place: RecordList, drafts: readonly Draft[]): Promise<RowRefusal[]> {
  const holders = await holdersOf(tx, place, drafts);
  const written = new Set(drafts.map(({ id }) => id));
  const seen = new Set<string>();
  return drafts.flatMap((draft) =>
    keysOf(place, draft).flatMap(({ key, withinId, value, field }) => {
      const spot = `${withinId}/${key}/${value}`;
      const holder = holders.get(spot);
      // Records written in the same statement release their earlier keys.
      const isTaken = (holder !== undefined && !written.has(holder)) || seen.has(spot);
      seen.add(spot);
      return isTaken ? [{ code: 'setup.taken', field, row: draft.row }] : [];
    })
  );
}

/** Writes the keys of drafts in the place of those they had. */
export async function writeKeys(tx: Transaction, place: RecordList, drafts: readonly Draft[]): Promise<void> {
  const { issuerId } = place.owner;
  const keys = drafts.flatMap((draft) => keysOf(place, draft).map((key) => ({ ...key, id: draft.id })));
  await tx.$executeRaw`
    DELETE FROM setup_record_keys WHERE issuer_id = ${issuerId}::uuid
      AND record_id = ANY(${drafts.filter(({ existing }) => existing).map(({ id }) => id)}::uuid[])`;
  await tx.$executeRaw`
    INSERT INTO setup_record_keys (issuer_id, within_id, entity, key, value, record_id)
    SELECT ${issuerId}::uuid, k."withinId", ${place.entity.name}, k.key, k.value, k.id
    FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS k ("withinId" uuid, key text, value text, id uuid)`;
}
