import { idRow, readRows } from '../../core/database/rows';
import type { Written } from '../../kit/setup/entity';

/** Those of these mileage rates by which trips were paid. */
export async function drivenAmong({ tx, issuerId, ids }: Written): Promise<string[]> {
  const rows = await readRows(tx, idRow)`
    SELECT DISTINCT d.rate_id AS id FROM expense_trips d
    WHERE d.issuer_id = ${issuerId}::uuid AND d.rate_id = ANY(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}
