import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Draft } from './draft';
import { holdersOf, keysOf } from './keys';
import { readFields } from './read-values';
import type { RecordList } from './record-list';
import { recordsWhere } from './records';
import { resolveReferences } from './resolve-references';

/** The fields that tell the records of an entity from one another in a file: those of its first key. */
export function identifyingFields({ entity }: Pick<RecordList, 'entity'>): readonly string[] {
  return Object.values(entity.keys)[0]?.fields ?? [];
}

/**
 * Finds the existing records of a file's drafts, by the first key of their entity, and turns the drafts into changes:
 * fields without a column in the file keep their values.
 */
export async function identifyRecords(
  tx: Transaction,
  principal: Principal,
  place: RecordList,
  drafts: readonly Draft[]
): Promise<Draft[]> {
  const { entity, owner } = place;
  const [first] = Object.keys(entity.keys);
  const probes = drafts.map((draft) => ({ ...draft, values: readFields(entity, draft.values).values }));
  // A draft that can't be resolved has no key and counts as new; the write refuses it with the reason.
  await resolveReferences(tx, principal, place, probes);
  const holders = await holdersOf(tx, place, probes);
  const idOf = (probe: Draft) => {
    const key = keysOf(place, probe).find((each) => each.key === first);
    return key && holders.get(`${key.withinId}/${key.key}/${key.value}`);
  };
  const ids = probes.map(idOf);
  const records = await recordsWhere(
    tx,
    Prisma.sql`r.issuer_id = ${owner.issuerId}::uuid AND r.id = ANY(${ids.filter((id) => id !== undefined)}::uuid[])`
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  return drafts.map((draft, at) => {
    const existing = byId.get(ids[at] ?? '');
    return existing ? { ...draft, id: existing.id, existing, values: { ...existing.values, ...draft.values } } : draft;
  });
}
