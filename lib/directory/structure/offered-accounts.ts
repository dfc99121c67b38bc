import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { USE_BLOCKED } from './account-lists';
import { accountNumber, openNumbers } from './account-number';

const offeredAccountRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Masked. */
  cardNumber: z.string(),
  currency: z.string()
});
export type OfferedAccount = z.infer<typeof offeredAccountRow>;

/** The maximum number of accounts in the list; with more, the user searches. */
const MOST_LISTED = 20;

/** The active accounts that can be used, by name; null if there are more than a list can offer. */
export async function accountsOffered({ scope }: Pick<Principal, 'scope'>): Promise<OfferedAccount[] | null> {
  const rows = await readRows(database(), offeredAccountRow)`
    SELECT n.id, n.name_1 AS name, ${accountNumber('a', 'n')} AS "cardNumber", a.currency
    FROM nodes n JOIN accounts a ON (a.issuer_id, a.id) = (n.issuer_id, n.id)
    WHERE n.kind = 'account' AND a.state = 'active' AND NOT ${USE_BLOCKED} AND ${within(scope, nodeColumns('n'))}
    ORDER BY n.name_1, n.id LIMIT ${MOST_LISTED + 1}`;
  if (rows.length > MOST_LISTED) return null;
  return rows.map((row) => ({ ...row, cardNumber: openNumbers(row.cardNumber) }));
}
