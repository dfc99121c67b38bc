import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { above, nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { USE_BLOCKED } from '../../directory/structure/account-lists';
import { accountNumber, openNumbers } from '../../directory/structure/account-number';
import { TAX_CODES } from '../allocation/tax-codes';

const offeredAccountRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Masked. */
  cardNumber: z.string(),
  currency: z.string()
});
export type OfferedAccount = z.infer<typeof offeredAccountRow>;

const offeredTaxCodeRow = z.strictObject({
  code: z.string(),
  name: z.string()
});
export type OfferedTaxCode = z.infer<typeof offeredTaxCodeRow>;

/** The maximum number of accounts in the list; with more, the user searches. */
const MOST_LISTED = 20;

/** The active accounts to which a transaction can be added, by name; null if there are more than a list can offer. */
export async function accountsOffered({ scope }: Pick<Principal, 'scope'>): Promise<OfferedAccount[] | null> {
  const rows = await readRows(database(), offeredAccountRow)`
    SELECT n.id, n.name_1 AS name, ${accountNumber('a', 'n')} AS "cardNumber", a.currency
    FROM nodes n JOIN accounts a ON (a.issuer_id, a.id) = (n.issuer_id, n.id)
    WHERE n.kind = 'account' AND a.state = 'active' AND NOT ${USE_BLOCKED} AND ${within(scope, nodeColumns('n'))}
    ORDER BY n.name_1, n.id LIMIT ${MOST_LISTED + 1}`;
  if (rows.length > MOST_LISTED) return null;
  return rows.map((row) => ({ ...row, cardNumber: openNumbers(row.cardNumber) }));
}

/**
 * The tax codes of the companies in the principal's scope, or above it, by code; of two with the same code, the first.
 */
export function taxCodesOffered({ scope }: Pick<Principal, 'scope'>): Promise<OfferedTaxCode[]> {
  const company = nodeColumns('n');
  const issuers = scope.subtrees.map(({ issuerId }) => issuerId);
  return readRows(database(), offeredTaxCodeRow)`
    SELECT DISTINCT ON (x.code) x.code, x.name
    FROM ${TAX_CODES} x JOIN nodes n ON (n.issuer_id, n.id) = (x.issuer_id, x.owner_id)
    WHERE x.issuer_id = ANY(${issuers}::uuid[]) AND x.active
      AND (${within(scope, company)} OR ${above(scope, company)})
    ORDER BY x.code, x.id LIMIT 200`;
}
