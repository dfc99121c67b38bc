import type { Principal } from '../access/principal';
import { type ScopedColumns, within } from '../access/scope';
import { database, type Transaction } from '../core/database';
import { Prisma } from '../core/prisma/client';
import { accountNumber, openNumbers } from '../structure/account-number';
import type { TransactionState } from './states';

export type TransactionType = 'purchase' | 'cash' | 'fee' | 'credit' | 'payment' | 'out_of_pocket';

/** A transaction on a card account (CD.41). Amounts are exact decimals as text, days are written `2026-02-28`. */
export interface CardTransaction {
  issuerId: string;
  postingDate: string;
  id: string;
  companyId: string;
  accountId: string;
  /** Of the account, as it stands now. */
  accountPath: string;
  accountName: string;
  /** The card number as it is shown. */
  cardNumber: string;
  sourceReference: string;
  type: TransactionType;
  transactionDate: string;
  amount: string;
  currency: string;
  billedAmount: string;
  billedCurrency: string;
  conversionRate: string;
  merchantId: string | null;
  merchantName: string | null;
  merchantCity: string | null;
  merchantRegion: string | null;
  merchantCountry: string | null;
  merchantCategoryCode: string | null;
  taxAmount: string | null;
  taxCode: string | null;
  customerCode: string | null;
  purpose: string | null;
  schemeId: string | null;
  schemeVersion: string | null;
  state: TransactionState;
  expensed: boolean;
  /** Who added it by hand (C2.017); null for what the bank posted. */
  addedBy: string | null;
  /** The company's custom data fields, by the id of their declaration (CD.44). */
  customValues: Record<string, string>;
  version: number;
}

/** The columns that the scope looks at: what was booked stays with the company it was booked in. */
export const transactionColumns: ScopedColumns = {
  issuer: Prisma.sql`t.issuer_id`,
  company: Prisma.sql`t.company_id`,
  path: Prisma.sql`n.path`
};

const plain = (column: string) => Prisma.sql`trim_scale(t.${Prisma.raw(column)})::text`;

const COLUMNS = Prisma.sql`t.issuer_id AS "issuerId", t.posting_date::text AS "postingDate", t.id, t.company_id AS "companyId",
  t.account_id AS "accountId", n.path AS "accountPath", n.name_1 AS "accountName", ${accountNumber('a', 'n')} AS "cardNumber",
  t.source_reference AS "sourceReference", t.type::text AS type, t.transaction_date::text AS "transactionDate",
  ${plain('amount')} AS amount, t.currency, ${plain('billed_amount')} AS "billedAmount", t.billed_currency AS "billedCurrency",
  ${plain('conversion_rate')} AS "conversionRate", t.merchant_id AS "merchantId", t.merchant_name AS "merchantName",
  t.merchant_city AS "merchantCity", t.merchant_region AS "merchantRegion", t.merchant_country AS "merchantCountry",
  t.merchant_category_code AS "merchantCategoryCode", ${plain('tax_amount')} AS "taxAmount", t.tax_code AS "taxCode",
  t.customer_code AS "customerCode", t.purpose, t.scheme_id AS "schemeId", t.scheme_version AS "schemeVersion",
  t.state::text AS state, t.expensed, t.added_by AS "addedBy", t.custom_values AS "customValues", t.version`;

const FROM = Prisma.sql`transactions t
  JOIN accounts a ON (a.issuer_id, a.id) = (t.issuer_id, t.account_id)
  JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id)`;

const shown = (row: CardTransaction): CardTransaction => ({ ...row, cardNumber: openNumbers(row.cardNumber) });

/** A transaction that the principal sees; null for what is elsewhere, and for what isn't there. */
export async function seenTransaction(
  principal: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<CardTransaction | null> {
  const [row] = await tx.$queryRaw<CardTransaction[]>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE t.id = ${id}::uuid AND ${within(principal.scope, transactionColumns)}`;
  return row ? shown(row) : null;
}

/** Those of `ids` that the principal sees. */
export async function seenTransactions(
  principal: Pick<Principal, 'scope'>,
  ids: readonly string[]
): Promise<CardTransaction[]> {
  const rows = await database().$queryRaw<CardTransaction[]>`
    SELECT ${COLUMNS} FROM ${FROM}
    WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${within(principal.scope, transactionColumns)}`;
  return rows.map(shown);
}

/**
 * Those of `ids` that the principal sees, locked until the transaction ends: nobody else changes them meanwhile.
 * Locked in one order, so that two commands over the same rows wait for one another and never for each other.
 */
export async function heldTransactions(
  tx: Transaction,
  principal: Pick<Principal, 'scope'>,
  ids: readonly string[]
): Promise<CardTransaction[]> {
  const rows = await tx.$queryRaw<CardTransaction[]>`
    SELECT ${COLUMNS} FROM ${FROM}
    WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${within(principal.scope, transactionColumns)}
    ORDER BY t.issuer_id, t.posting_date, t.id FOR UPDATE OF t`;
  return rows.map(shown);
}

/** The key of a transaction's row in every table of its parts. */
export type TransactionKey = Pick<CardTransaction, 'issuerId' | 'postingDate' | 'id'>;
