import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { faultsOf } from '../allocation/check-codes';
import type { AllocatingView } from './allocating';
import type { CardTransaction } from './transactions';

/** The past charges that a suggestion is based on; earlier ones weigh more. */
export const SUGGESTION_BASES = ['own_merchant', 'company_merchant', 'own_category'] as const;
export type SuggestionBasis = (typeof SUGGESTION_BASES)[number];

/** An accounting code's earlier value and its frequency: `uses` of the `of` charges that have the code. */
export interface Suggestion {
  codeId: string;
  value: string;
  basis: SuggestionBasis;
  uses: number;
  of: number;
}

const usageRow = z.strictObject({
  basis: z.enum(SUGGESTION_BASES),
  codeId: z.string(),
  value: z.string(),
  uses: z.number(),
  of: z.number()
});

/** The number of uses of one value of a code among similar charges. */
export type Usage = z.infer<typeof usageRow>;

/** Fewer uses are not significant; neither is a value of less than two thirds of the charges. */
const FEWEST_USES = 3;
const isClear = ({ uses, of }: Usage) => uses >= FEWEST_USES && uses * 3 >= of * 2;

/** The most likely value of each code: from the nearest charges with a clear majority. */
export function suggested(usages: readonly Usage[]): Suggestion[] {
  const codeIds = [...new Set(usages.map(({ codeId }) => codeId))];
  return codeIds.flatMap((codeId) => {
    const clear = usages.filter((usage) => usage.codeId === codeId && isClear(usage));
    return SUGGESTION_BASES.flatMap((basis) => clear.find((usage) => usage.basis === basis) ?? []).slice(0, 1);
  });
}

/**
 * Suggests codes for an unallocated transaction from earlier allocations (half a year, the same scheme, undivided). It
 * suggests only codes without a default, and values that can be chosen today. Free text of other users stays private:
 * the company's charges contribute only values that all users can choose.
 */
export async function suggestionsFor({
  transaction,
  coding,
  scheme,
  allocations,
  defaults
}: AllocatingView): Promise<Suggestion[]> {
  if (!scheme || allocations.length > 0) return [];
  const types = new Map(scheme.codes.map(({ id, type }) => [id, type]));
  // Codes of other schemes have no type here.
  const isTyped = ({ basis, codeId }: Usage) =>
    basis === 'company_merchant' && !['list', 'boolean'].includes(types.get(codeId) ?? '');
  const usages = (await usagesOf(transaction, scheme.id)).filter((usage) => !isTyped(usage));
  const found = suggested(usages).filter(({ codeId }) => !defaults[codeId]);
  const codes = { ...defaults, ...Object.fromEntries(found.map(({ codeId, value }) => [codeId, value])) };
  const day = transaction.transactionDate;
  const [faults = []] = await faultsOf(database(), transaction.issuerId, [{ coding, day, codes }]);
  return found.filter(({ codeId }) => !faults.some((fault) => fault.codeId === codeId));
}

const DAYS = 183;
/** The number of charges of the account to read, and of the newest of the company. */
const OWN = 1_000;
const COMPANY = 5_000;

/** The earlier codes of similar charges; the charge itself has none yet. All reads use the indexes of account and company. */
function usagesOf(
  { issuerId, accountId, companyId, postingDate, merchantId, merchantName, merchantCategoryCode }: CardTransaction,
  schemeId: string
): Promise<Usage[]> {
  return readRows(database(), usageRow)`
    WITH own AS (
      SELECT t.posting_date, t.id, coalesce(t.merchant_id = ${merchantId}, t.merchant_name = ${merchantName}, false) AS same_merchant,
        coalesce(t.merchant_category_code = ${merchantCategoryCode}, false) AS same_category
      FROM transactions t
      WHERE t.issuer_id = ${issuerId}::uuid AND t.account_id = ${accountId}::uuid AND t.scheme_id = ${schemeId}::uuid
        AND t.posting_date >= ${postingDate}::date - ${DAYS}::int
      ORDER BY t.posting_date DESC, t.id DESC LIMIT ${OWN}
    ), company AS (
      SELECT t.posting_date, t.id, t.merchant_id, t.merchant_name FROM transactions t
      WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid
        AND t.posting_date >= ${postingDate}::date - ${DAYS}::int
      ORDER BY t.posting_date DESC, t.id DESC LIMIT ${COMPANY}
    ), alike AS (
      SELECT 'own_merchant' AS basis, posting_date, id FROM own WHERE same_merchant
      UNION ALL
      SELECT 'company_merchant', posting_date, id FROM company
      WHERE coalesce(merchant_id = ${merchantId}, merchant_name = ${merchantName}, false)
      UNION ALL
      SELECT 'own_category', posting_date, id FROM own WHERE same_category
    )
    SELECT basis, c.key AS "codeId", c.value, count(*)::int AS uses, (sum(count(*)) OVER (PARTITION BY basis, c.key))::int AS of
    FROM alike
    JOIN allocations a ON a.issuer_id = ${issuerId}::uuid AND a.posting_date = alike.posting_date AND a.transaction_id = alike.id
    CROSS JOIN LATERAL jsonb_each_text(a.codes) c
    WHERE NOT EXISTS (SELECT 1 FROM allocations b WHERE b.issuer_id = a.issuer_id AND b.posting_date = a.posting_date
      AND b.transaction_id = a.transaction_id AND b.position = 2)
    GROUP BY basis, c.key, c.value`;
}
