import { idRow, readRows } from '../../core/database/rows';
import type { Written } from '../../kit/setup/entity';

/** Those of these allowance rates by which days were paid. */
export async function paidAmong({ tx, issuerId, ids }: Written): Promise<string[]> {
  const rows = await readRows(tx, idRow)`
    SELECT DISTINCT y.rate_id AS id FROM expense_allowance_days y
    WHERE y.issuer_id = ${issuerId}::uuid AND y.rate_id = ANY(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}
