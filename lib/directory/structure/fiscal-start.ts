import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

const startRow = z.strictObject({ id: z.string(), fiscalStart: z.number() });

/** The first months of the fiscal years of companies, by company. */
export async function fiscalStarts(
  tx: Transaction,
  companies: readonly { issuerId: string; companyId: string }[]
): Promise<Map<string, number>> {
  const rows = await readRows(tx, startRow)`
    SELECT c.id, c.fiscal_start::int AS "fiscalStart" FROM companies c
    WHERE (c.issuer_id, c.id) IN (SELECT * FROM unnest(${companies.map(({ issuerId }) => issuerId)}::uuid[],
      ${companies.map(({ companyId }) => companyId)}::uuid[]))`;
  return new Map(rows.map(({ id, fiscalStart }) => [id, fiscalStart]));
}

/** The one first month that companies have in common, from 1; null if they have none, or there are no companies. */
export async function fiscalStartOf(
  tx: Transaction,
  issuerId: string,
  companyIds: readonly string[]
): Promise<number | null> {
  const starts = await fiscalStarts(
    tx,
    companyIds.map((companyId) => ({ issuerId, companyId }))
  );
  return commonStart([...starts.values()]);
}

/** The first month that several have in common; null without any. */
export function commonStart(starts: readonly number[]): number | null {
  const [first = null, ...others] = new Set(starts);
  return others.length > 0 ? null : first;
}
