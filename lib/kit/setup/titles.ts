import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { NODES } from '../../directory/structure/reads/nodes';
import type { Draft } from './draft';
import type { Entity } from './entity';
import type { Values } from './field';
import type { RecordList } from './record-list';

/** The title of a record; the choices in it are in English. */
export function titleOf({ fields, titleFields }: Entity, values: Values, targets: ReadonlyMap<string, string>): string {
  const parts = titleFields.flatMap((name) => {
    const value = values[name];
    if (value === null || value === undefined) return [];
    return [fields[name]?.options?.[String(value)] ?? targets.get(String(value)) ?? String(value)];
  });
  return parts.join(': ').slice(0, 1024);
}

const titleRow = z.strictObject({ id: z.string(), title: z.string() });

/** The titles of the records and nodes that drafts reference, or referenced before. */
export async function targetTitles(tx: Transaction, { entity, owner }: RecordList, drafts: readonly Draft[]) {
  const fields = Object.entries(entity.fields).filter(([, { target, kinds }]) => target || kinds);
  const ids = new Set(
    drafts.flatMap(({ values, existing }) =>
      fields.flatMap(([name]) => [values[name] ?? [], existing?.values[name] ?? []].flat() as string[])
    )
  );
  if (ids.size === 0) return new Map<string, string>();
  const rows = await readRows(tx, titleRow)`
    SELECT id, concat_ws(' ', code, name) AS title FROM setup_records
    WHERE issuer_id = ${owner.issuerId}::uuid AND id = ANY(${[...ids]}::uuid[])
    UNION ALL
    SELECT n.id, concat_ws(' ', n.number, n.name_1) FROM ${NODES} n
    WHERE n.issuer_id = ${owner.issuerId}::uuid AND n.id = ANY(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, title }) => [id, title]));
}
