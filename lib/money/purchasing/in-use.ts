import { sqlName } from '../../core/database/names';
import { idRow, readRows } from '../../core/database/rows';
import type { Written } from '../../kit/setup/entity';

const COLUMNS = {
  card: 'q.real_card_id',
  supplier: 'q.supplier_id',
  template: 'q.template_id',
  type: 'q.type_id'
} as const;

/**
 * Those of these records that purchase requests refer to, drafts too: nobody's draft loses its template (C4.046D). Those
 * of purchase groups are in use too.
 */
export async function requestedAmong({ tx, issuerId, ids }: Written, kind: keyof typeof COLUMNS): Promise<string[]> {
  const column = sqlName(COLUMNS[kind]);
  const rows = await readRows(tx, idRow)`
    SELECT ${column} AS id FROM purchase_requests q
    WHERE q.issuer_id = ${issuerId}::uuid AND ${column} = ANY(${[...ids]}::uuid[])
    UNION
    SELECT m.record_id FROM purchase_group_records m
    WHERE m.issuer_id = ${issuerId}::uuid AND m.record_id = ANY(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}
