import { idRow, readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import type { RecordTables, Written } from '../../kit/setup/entity';
import { referencesOf } from '../../kit/setup/records-of';

/** The real cards of customizations, as a table of SQL statements; the entity itself uses this file. */
const CARDS = referencesOf({ name: 'card-customization', fields: { realCards: {} as never } }, 'realCards');

/** The customizations that take a real card which another active one has already: a card looks one way. */
export async function customizedTwice(
  { tx, issuerId, ids }: Written,
  { rowsOf }: RecordTables
): Promise<(Refusal & { id: string })[]> {
  const rows = await readRows(tx, idRow)`
    SELECT DISTINCT r.id FROM ${rowsOf('card-customization')} r
    JOIN ${CARDS} own ON (own.issuer_id, own.record_id) = (r.issuer_id, r.id)
    JOIN ${CARDS} same
      ON (same.issuer_id, same.target_record_id) = (own.issuer_id, own.target_record_id) AND same.record_id <> r.id
    JOIN ${rowsOf('card-customization')} other ON (other.issuer_id, other.id) = (same.issuer_id, same.record_id)
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ANY(${[...ids]}::uuid[]) AND r.active AND other.active`;
  return rows.map(({ id }) => ({ id, code: 'card.customization.taken', field: 'realCards' }));
}

/** Those of these customizations whose real cards pay for requests. */
export async function inUseByCards({ tx, issuerId, ids }: Written): Promise<string[]> {
  const rows = await readRows(tx, idRow)`
    SELECT DISTINCT c.record_id AS id FROM ${CARDS} c
    JOIN purchase_requests q ON (q.issuer_id, q.real_card_id) = (c.issuer_id, c.target_record_id)
    WHERE c.issuer_id = ${issuerId}::uuid AND c.record_id = ANY(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}
