import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { type ScopedColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { accountNumber, openNumbers } from '../../directory/structure/account-number';
import { atAccount, atNode } from '../../directory/structure/reads/joins';
import type { TransactionState } from './states';

const transactionType = z.enum(['purchase', 'cash', 'fee', 'credit', 'payment', 'out_of_pocket']);

const cardTransactionRow = z.strictObject({
  issuerId: z.string(),
  postingDate: z.string(),
  id: z.string(),
  companyId: z.string(),
  accountId: z.string(),
  /** The account's current path. */
  accountPath: z.string(),
  sourceReference: z.string(),
  type: transactionType,
  transactionDate: z.string(),
  amount: z.string(),
  currency: z.string(),
  billedAmount: z.string(),
  billedCurrency: z.string(),
  conversionRate: z.string(),
  merchantId: z.string().nullable(),
  merchantName: z.string().nullable(),
  merchantCity: z.string().nullable(),
  merchantRegion: z.string().nullable(),
  merchantCountry: z.string().nullable(),
  merchantCategoryCode: z.string().nullable(),
  taxAmount: z.string().nullable(),
  taxCode: z.string().nullable(),
  customerCode: z.string().nullable(),
  purpose: z.string().nullable(),
  /** The type of the purchase request whose virtual card paid it. */
  purchaseTypeId: z.string().nullable(),
  schemeId: z.string().nullable(),
  schemeVersion: z.string().nullable(),
  state: textOf<TransactionState>(),
  /** Whether it is on an expense report (C4.003). */
  expensed: z.boolean(),
  /** The user who added it by hand (C2.017); null if it came from the bank. */
  addedBy: z.string().nullable(),
  /** The user ids that entered or last changed its amount by hand (CD.60); empty if it came from the bank. */
  amountBy: z.array(z.string()),
  /** The company's custom data fields, by the id of their declaration (CD.44). */
  customValues: z.record(z.string(), z.string()),
  version: z.number()
});

/** A transaction on a card account (CD.41). Amounts are exact decimals as text, days are written `2026-02-28`. */
export type CardTransaction = z.infer<typeof cardTransactionRow>;

const shownTransactionRow = cardTransactionRow.extend({
  accountName: z.string(),
  /** The masked card number. */
  cardNumber: z.string()
});

/** A transaction as displayed on a page. */
export type ShownTransaction = z.infer<typeof shownTransactionRow>;

/** The columns for the scope: a transaction stays with the company in which it was booked. */
export const transactionColumns: ScopedColumns = {
  issuer: Prisma.sql`t.issuer_id`,
  company: Prisma.sql`t.company_id`,
  path: Prisma.sql`n.path`
};

/** The company that transaction `t` was booked in, which every transaction has. */
export const JOINED_COMPANY = Prisma.sql`LEFT ${atNode('t.company_id', 'company')}`;

const plain = (column: string) => Prisma.sql`trim_scale(t.${sqlName(column)})::text`;

/** The users who entered the amount of transaction `t`; for rows older than the column, the user who added it. */
export const AMOUNT_BY = Prisma.sql`array_remove(t.amount_by || t.added_by, NULL)`;

/** The key of a transaction, its place and its day. */
const PLACED = Prisma.sql`t.issuer_id AS "issuerId", t.posting_date::text AS "postingDate", t.id, t.company_id AS "companyId",
  t.account_id AS "accountId", n.path AS "accountPath", t.transaction_date::text AS "transactionDate"`;

/** The columns needed to change a state. */
const STATE_COLUMNS = Prisma.sql`${PLACED}, ${plain('billed_amount')} AS "billedAmount", t.billed_currency AS "billedCurrency", t.state::text AS state, t.version,
  t.expensed, ${AMOUNT_BY} AS "amountBy"`;

/** What codes and custom fields are by. */
const CODED = Prisma.sql`t.merchant_id AS "merchantId", t.merchant_category_code AS "merchantCategoryCode",
  t.purchase_type_id AS "purchaseTypeId", t.scheme_id AS "schemeId", t.scheme_version AS "schemeVersion",
  t.custom_values AS "customValues"`;

const REVIEWED_COLUMNS = Prisma.sql`${PLACED}, ${CODED}`;

const COLUMNS = Prisma.sql`${STATE_COLUMNS}, ${CODED}, t.source_reference AS "sourceReference", t.type::text AS type,
  ${plain('amount')} AS amount, t.currency,
  ${plain('conversion_rate')} AS "conversionRate", t.merchant_name AS "merchantName",
  t.merchant_city AS "merchantCity", t.merchant_region AS "merchantRegion", t.merchant_country AS "merchantCountry",
  ${plain('tax_amount')} AS "taxAmount", t.tax_code AS "taxCode", t.customer_code AS "customerCode", t.purpose,
  t.added_by AS "addedBy"`;

/** A transaction that the principal sees, or null. */
export async function seenTransaction(
  principal: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<ShownTransaction | null> {
  const [row] = await seenTransactions(principal, [id], tx);
  return row ?? null;
}

/** The transactions of `ids` that the principal sees. */
export async function seenTransactions(
  principal: Pick<Principal, 'scope'>,
  ids: readonly string[],
  tx: Transaction = database()
): Promise<ShownTransaction[]> {
  const rows = await readRows(tx, shownTransactionRow)`
    SELECT ${COLUMNS}, n.name_1 AS "accountName", ${accountNumber('a', 'n')} AS "cardNumber"
    FROM transactions t
    ${atAccount('t.account_id')}
    ${atNode('t.account_id')}
    WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${within(principal.scope, transactionColumns)}`;
  return rows.map((row) => ({ ...row, cardNumber: openNumbers(row.cardNumber) }));
}

const reviewedRow = cardTransactionRow.pick({
  issuerId: true,
  postingDate: true,
  id: true,
  companyId: true,
  accountId: true,
  accountPath: true,
  transactionDate: true,
  merchantId: true,
  merchantCategoryCode: true,
  purchaseTypeId: true,
  schemeId: true,
  schemeVersion: true,
  customValues: true
});

/** The data needed to tell whether a transaction can be reviewed. */
export type ReviewedTransaction = z.infer<typeof reviewedRow>;

const reviewedRows = z.strictObject({ rows: z.array(reviewedRow) });

/**
 * The transactions that the principal sees among those whose keys, as `issuer_id, posting_date, transaction_id`, a
 * statement selects, as one value. Each is looked up by its key in the months of `posted`, a condition such as
 * `BETWEEN …`, which is planned in a fraction of the time of a search in every month's table.
 */
export async function reviewedOfKeys(
  { scope }: Pick<Principal, 'scope'>,
  { keys, posted }: { keys: Prisma.Sql; posted: Prisma.Sql },
  tx: Transaction = database()
): Promise<ReviewedTransaction[]> {
  const [found] = await readRows(tx, reviewedRows)`
    SELECT coalesce(json_agg(reviewed), '[]') AS rows FROM (
      SELECT ${REVIEWED_COLUMNS} FROM (${keys}) AS key
      CROSS JOIN LATERAL (
        SELECT of.* FROM transactions of
        WHERE (of.issuer_id, of.posting_date, of.id) = (key.issuer_id, key.posting_date, key.transaction_id)
          AND of.posting_date ${posted} LIMIT 1) t
      ${atNode('t.account_id')}
      WHERE ${within(scope, transactionColumns)}) AS reviewed`;
  return found?.rows ?? [];
}

const heldStateRow = cardTransactionRow.pick({
  issuerId: true,
  postingDate: true,
  id: true,
  companyId: true,
  accountId: true,
  accountPath: true,
  transactionDate: true,
  billedAmount: true,
  billedCurrency: true,
  state: true,
  expensed: true,
  version: true,
  amountBy: true
});

/** The data needed to change a state. */
export type HeldState = z.infer<typeof heldStateRow>;

/**
 * The transactions of `ids` that the principal sees, locked until the transaction ends. They are locked in one order,
 * so that two commands over the same rows wait for one another but never deadlock.
 */
export const heldTransactions = (...[tx, principal, ids]: Holding): Promise<CardTransaction[]> =>
  readRows(tx, cardTransactionRow)`SELECT ${COLUMNS} ${holding(principal, ids)}`;

const heldRow = z.strictObject({ rows: z.array(heldStateRow) });

/**
 * Does the same with only their states, for thousands of them: as one value, which the client reads faster than rows.
 */
export async function heldStates(...[tx, principal, ids]: Holding): Promise<HeldState[]> {
  const [held] = await readRows(tx, heldRow)`
    SELECT coalesce(json_agg(held), '[]') AS rows FROM (SELECT ${STATE_COLUMNS} ${holding(principal, ids)}) AS held`;
  return held?.rows ?? [];
}

type Holding = [tx: Transaction, principal: Pick<Principal, 'scope'>, ids: readonly string[]];

const holding = (principal: Pick<Principal, 'scope'>, ids: readonly string[]) => Prisma.sql`
  FROM transactions t ${atNode('t.account_id')}
  WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${within(principal.scope, transactionColumns)}
  ORDER BY t.issuer_id, t.posting_date, t.id FOR UPDATE OF t`;

/** The key of a transaction in all tables of its parts. */
export type TransactionKey = Pick<CardTransaction, 'issuerId' | 'postingDate' | 'id'>;
