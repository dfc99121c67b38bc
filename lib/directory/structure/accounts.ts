import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows, textOf } from '../../core/database/rows';
import { CARD_TYPE_NAME, STATUS_CODE_NAME, USE_BLOCKED } from './account-lists';
import { accountNumber, openNumbers } from './account-number';
import type { AccountState } from './account-states';

const accountRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  /** Masked. */
  cardNumber: z.string(),
  bankNumber: z.string().nullable(),
  ica: z.string().nullable(),
  state: textOf<AccountState>(),
  replacedById: z.string().nullable(),
  statusCode: z.string().nullable(),
  /** The name of that in the issuer's list, if it has one. */
  statusName: z.string().nullable(),
  /** Whether the status code blocks the account for new entries. */
  useBlocked: z.boolean(),
  cardType: z.string().nullable(),
  cardTypeName: z.string().nullable(),
  currency: z.string(),
  /** Exact amounts, as text. */
  creditLimit: z.string().nullable(),
  transactionLimit: z.string().nullable(),
  /** Business dates, as `2026-11-21`. */
  openedOn: z.string(),
  closedOn: z.string().nullable()
});

/** An account besides its node; without its whole card number. */
export type Account = z.infer<typeof accountRow>;

/** An account that the principal sees, or null. */
export async function seenAccount(
  principal: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<Account | null> {
  const [account] = await readRows(tx, accountRow)`
    SELECT a.issuer_id AS "issuerId", a.id, ${accountNumber('a', 'n')} AS "cardNumber", a.bank_number AS "bankNumber", a.ica,
      a.state::text AS state, a.replaced_by_id AS "replacedById", a.status_code AS "statusCode", a.card_type AS "cardType",
      ${STATUS_CODE_NAME} AS "statusName", ${USE_BLOCKED} AS "useBlocked",
      ${CARD_TYPE_NAME} AS "cardTypeName",
      a.currency, ${plainAmount('credit_limit')} AS "creditLimit", ${plainAmount('transaction_limit')} AS "transactionLimit",
      a.opened_on::text AS "openedOn", a.closed_on::text AS "closedOn"
    FROM accounts a JOIN nodes n ON (n.issuer_id, n.id) = (a.issuer_id, a.id)
    WHERE n.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return account ? { ...account, cardNumber: openNumbers(account.cardNumber) } : null;
}

/** An amount without its column's trailing zeros: `1500`, `0.25`. */
const plainAmount = (column: string) => Prisma.sql`trim_scale(${sqlName(`a.${column}`)})::text`;

/** Whether an ICA is the issuer's; an issuer without ICAs accepts all. */
export async function isIssuersIca(tx: Transaction, issuerId: string, ica: string): Promise<boolean> {
  return exists(tx)`
    SELECT 1 FROM issuers WHERE id = ${issuerId}::uuid AND (icas = '{}' OR ${ica} = ANY(icas))`;
}
