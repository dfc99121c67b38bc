import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { USE_BLOCKED } from './account-lists';
import { dayOf } from './reads/today';

const heldAccountRow = z.strictObject({
  isActive: z.boolean(),
  /** Blocked by its status code. */
  isBlocked: z.boolean(),
  openedOn: z.string(),
  currency: z.string(),
  companyCurrency: z.string(),
  /** In the issuer's time zone. */
  today: z.string()
});

/** What decides on a new transaction of an account. */
export type HeldAccount = z.infer<typeof heldAccountRow>;

/** An account, which stays as it is until the transaction ends, and its company's currency. */
export async function heldAccount(
  tx: Transaction,
  { issuerId, companyId, accountId }: { issuerId: string; companyId: string; accountId: string }
): Promise<HeldAccount> {
  const [account] = await readRows(tx, heldAccountRow)`
    SELECT a.state = 'active' AS "isActive", ${USE_BLOCKED} AS "isBlocked", a.opened_on::text AS "openedOn", a.currency,
      c.currency AS "companyCurrency", ${dayOf(now())}::text AS today
    FROM accounts a
    JOIN issuers i ON i.id = a.issuer_id
    JOIN companies c ON (c.issuer_id, c.id) = (a.issuer_id, ${companyId}::uuid)
    WHERE a.issuer_id = ${issuerId}::uuid AND a.id = ${accountId}::uuid FOR SHARE OF a`;
  return account as HeldAccount;
}
