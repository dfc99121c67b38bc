import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { rowsOf } from '../../kit/setup/records-of';
import type { Codes } from './check-codes';
import codeValue from './entities/accounting-code-value';
import defaultValue from './entities/default-value';
import categoryGroup from './entities/merchant-category-group';

/** The properties of a cost for which an accounting code can have a default. */
export interface Cost {
  schemeId: string;
  accountId: string;
  merchantId: string | null;
  merchantCategoryCode: string | null;
  /** Of the purchase request that was paid, if any. */
  purchaseTypeId?: string | null;
}

const defaultRow = z.strictObject({
  schemeId: z.string(),
  codeId: z.string(),
  basis: z.enum(['account', 'merchant', 'category', 'purchase_type']),
  aim: z.string(),
  mccs: z.array(z.string()),
  value: z.string()
});

/** Ordered by weight: a more specific default overrides those before it. */
const BY_WEIGHT = ['account', 'category', 'merchant', 'purchase_type'] as const;

/** The default codes of each cost, in the order of `costs` (CD.42). */
export async function defaultCodes(tx: Transaction, issuerId: string, costs: readonly Cost[]): Promise<Codes[]> {
  if (costs.length === 0) return [];
  const distinct = <T>(values: readonly (T | null)[]) => [...new Set(values)].filter((value) => value !== null);
  const rows = await readRows(tx, defaultRow)`
    SELECT d.parent_id AS "schemeId", d.accounting_code AS "codeId", d.basis,
      coalesce(d.account::text, upper(d.merchant), d.category::text, d.purchase_type::text) AS aim,
      ARRAY(SELECT jsonb_array_elements_text(g.codes)) AS mccs,
      coalesce(v.code, d.text) AS value
    FROM ${rowsOf(defaultValue)} d
    LEFT JOIN ${rowsOf(categoryGroup)} g ON (g.issuer_id, g.id) = (d.issuer_id, d.category) AND g.active
    LEFT JOIN ${rowsOf(codeValue)} v ON (v.issuer_id, v.id) = (d.issuer_id, d.value) AND v.active
    WHERE d.issuer_id = ${issuerId}::uuid AND d.active
      AND d.parent_id = ANY(${distinct(costs.map(({ schemeId }) => schemeId))}::uuid[])
      AND CASE d.basis
        WHEN 'account' THEN d.account = ANY(${distinct(costs.map(({ accountId }) => accountId))}::uuid[])
        WHEN 'purchase_type' THEN d.purchase_type = ANY(${distinct(costs.map(({ purchaseTypeId }) => purchaseTypeId ?? null))}::uuid[])
        WHEN 'merchant' THEN upper(d.merchant) = ANY(${distinct(costs.map(({ merchantId }) => merchantId?.toUpperCase() ?? null))})
        ELSE g.codes ?| ${distinct(costs.map(({ merchantCategoryCode }) => merchantCategoryCode))} END
      AND coalesce(v.code, d.text) IS NOT NULL
    ORDER BY d.id`;
  const known = new Map<string, Record<string, string>>();
  for (const { schemeId, codeId, basis, aim, mccs, value } of rows)
    for (const one of basis === 'category' ? mccs : [aim]) {
      const key = `${schemeId}/${basis}/${one}`;
      // If several groups have the same category, the oldest default counts.
      known.set(key, { [codeId]: value, ...known.get(key) });
    }
  return costs.map(({ schemeId, accountId, merchantId, merchantCategoryCode, purchaseTypeId }) => {
    const of = {
      account: accountId,
      merchant: merchantId?.toUpperCase(),
      category: merchantCategoryCode,
      purchase_type: purchaseTypeId
    };
    return Object.assign({}, ...BY_WEIGHT.map((basis) => known.get(`${schemeId}/${basis}/${of[basis]}`)));
  });
}
