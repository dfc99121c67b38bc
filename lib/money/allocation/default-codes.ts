import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { Codes } from './check-codes';

/** The properties of a cost for which an accounting code can have a default. */
export interface Cost {
  schemeId: string;
  accountId: string;
  merchantId: string | null;
  merchantCategoryCode: string | null;
}

const defaultRow = z.strictObject({
  schemeId: z.string(),
  codeId: z.string(),
  basis: z.enum(['account', 'merchant', 'category']),
  aim: z.string(),
  mccs: z.array(z.string()),
  value: z.string()
});

/** Ordered by weight: a more specific default overrides those before it. */
const BY_WEIGHT = ['account', 'category', 'merchant'] as const;

/** The default codes of each cost, in the order of `costs` (CD.42). */
export async function defaultCodes(tx: Transaction, issuerId: string, costs: readonly Cost[]): Promise<Codes[]> {
  const distinct = <T>(values: readonly (T | null)[]) => [...new Set(values)].filter((value) => value !== null);
  const rows = await readRows(tx, defaultRow)`
    SELECT d.parent_id AS "schemeId", d.data->>'accountingCode' AS "codeId", d.data->>'basis' AS basis,
      coalesce(d.data->>'account', upper(d.data->>'merchant'), d.data->>'category') AS aim,
      ARRAY(SELECT jsonb_array_elements_text(g.data->'codes')) AS mccs,
      coalesce(v.code, d.data->>'text') AS value
    FROM setup_records d
    LEFT JOIN setup_records g ON g.issuer_id = d.issuer_id AND g.id = (d.data->>'category')::uuid AND g.active
    LEFT JOIN setup_records v ON v.issuer_id = d.issuer_id AND v.id = (d.data->>'value')::uuid AND v.active
    WHERE d.issuer_id = ${issuerId}::uuid AND d.entity = 'default-value' AND d.active
      AND d.parent_id = ANY(${distinct(costs.map(({ schemeId }) => schemeId))}::uuid[])
      AND CASE d.data->>'basis'
        WHEN 'account' THEN d.data->>'account' = ANY(${distinct(costs.map(({ accountId }) => accountId))})
        WHEN 'merchant' THEN upper(d.data->>'merchant') = ANY(${distinct(costs.map(({ merchantId }) => merchantId?.toUpperCase() ?? null))})
        ELSE g.data->'codes' ?| ${distinct(costs.map(({ merchantCategoryCode }) => merchantCategoryCode))} END
      AND coalesce(v.code, d.data->>'text') IS NOT NULL
    ORDER BY d.id`;
  const known = new Map<string, Record<string, string>>();
  for (const { schemeId, codeId, basis, aim, mccs, value } of rows)
    for (const one of basis === 'category' ? mccs : [aim]) {
      const key = `${schemeId}/${basis}/${one}`;
      // If several groups have the same category, the oldest default counts.
      known.set(key, { [codeId]: value, ...known.get(key) });
    }
  return costs.map(({ schemeId, accountId, merchantId, merchantCategoryCode }) => {
    const of = { account: accountId, merchant: merchantId?.toUpperCase(), category: merchantCategoryCode };
    return Object.assign({}, ...BY_WEIGHT.map((basis) => known.get(`${schemeId}/${basis}/${of[basis]}`)));
  });
}
