import { sqlName } from '../../core/database/names';
import { idRow, readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import type { Entity, Written } from './entity';
import { columnOf, rowsOf } from './records-of';

/**
 * The written records of one name whose periods overlap with another's. Its owner is locked, so that nobody writes
 * another one meanwhile.
 */
export async function overlapping(
  { tx, issuerId, ids }: Written,
  entity: Entity
): Promise<(Refusal & { id: string })[]> {
  if (!entity.dated) return [];
  const { by, from, to } = entity.dated;
  const [name, first, last] = [by, from, to].map((field) => sqlName(columnOf(field)));
  const broken = await readRows(tx, idRow)`
    SELECT r.id FROM ${rowsOf(entity)} r JOIN ${rowsOf(entity)} o
      ON o.issuer_id = r.issuer_id AND o.within_id = r.within_id AND o.id <> r.id AND o.active
      AND lower(o.${name}) = lower(r.${name})
      AND daterange(o.${first}, o.${last}, '[]') && daterange(r.${first}, r.${last}, '[]')
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ANY(${[...ids]}::uuid[]) AND r.active
    GROUP BY r.id`;
  return broken.map(({ id }) => ({ id, code: 'setup.dated.overlap', field: from }));
}
