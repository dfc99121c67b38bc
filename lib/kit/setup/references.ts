import type { Transaction } from '../../core/database/database';
import type { Draft } from './draft';
import type { Field, Values } from './field';
import type { RecordList } from './record-list';

interface Reference {
  record: string;
  field: string;
  place: number;
  target: string;
}

/** What fields of one kind point to. */
function pointing(place: RecordList, drafts: readonly Draft[], types: readonly Field['type'][]): Reference[] {
  const fields = Object.entries(place.entity.fields).filter(([, { type }]) => types.includes(type));
  return drafts.flatMap(({ id, values }) =>
    fields.flatMap(([field]) =>
      targetsOf(values, field).map((target, at) => ({ record: id, field, place: at, target }))
    )
  );
}

const targetsOf = (values: Values, field: string) => [values[field] ?? []].flat() as string[];

/** Replaces the stored references of records; the database prevents the deletion of referenced records. */
export async function writeReferences(tx: Transaction, place: RecordList, drafts: readonly Draft[]): Promise<void> {
  const { issuerId } = place.owner;
  const replaced = drafts.filter(({ existing }) => existing).map(({ id }) => id);
  if (replaced.length > 0)
    await tx.$executeRaw`DELETE FROM setup_references WHERE issuer_id = ${issuerId}::uuid AND record_id = ANY(${replaced}::uuid[])`;
  const references = [
    ...pointing(place, drafts, ['record', 'records']).map((one) => ({ ...one, target_record: one.target })),
    ...pointing(place, drafts, ['node']).map((one) => ({ ...one, target_node: one.target })),
    ...pointing(place, drafts, ['file']).map((one) => ({ ...one, target_file: one.target }))
  ];
  if (references.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO setup_references (issuer_id, record_id, field, place, target_record_id, target_node_id, target_file_id)
    SELECT ${issuerId}::uuid, record, field, place, target_record, target_node, target_file
    FROM jsonb_to_recordset(${JSON.stringify(references)}::jsonb)
      AS r (record uuid, field text, place smallint, target_record uuid, target_node uuid, target_file uuid)`;
}
