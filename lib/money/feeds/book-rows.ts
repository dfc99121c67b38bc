import type { PoolClient } from 'pg';
import { type CopyRow, copyIn } from '../../core/database/copy-in';
import { sqlName } from '../../core/database/names';
import { writerOn } from '../../core/database/own-connection';
import { Prisma } from '../../core/database/prisma/client';
import { newId } from '../../core/secrets/ids';
import { accountsByCard, accountsByLastFour, accountsByName } from '../../directory/structure/reads/accounts-by';
import { joinedAccount, joinedNode } from '../../directory/structure/reads/joined-node';
import { keepBookedClearings, PURCHASES } from '../purchasing/clearings/keep-booked-clearings';
import { lockPostings } from '../transactions/lock-postings';
import { postTransactions } from '../transactions/post-transactions';
import { byReference, transactionLookedUp } from '../transactions/reads/known';
import type { ReasonCode } from './record';
import type { Reason, RowValues } from './row';

/** A row to be booked. */
export interface BookableRow {
  row: number;
  values: RowValues;
  /** Identifies the row within the issuer. */
  reference: string;
  /** The ids of the users who corrected the row; empty if it is as in the file. */
  correctedBy: readonly string[];
}

/** The outcome of a row that was not booked. */
export interface UnbookedRow {
  row: number;
  reason: Reason;
  /** The billed currency, as in the totals. */
  currency: string;
}

export interface BookingPlace {
  issuerId: string;
  feedId: string;
  mappingId: string | null;
}

const COLUMNS = [
  'row integer',
  'id uuid',
  'card_hash bytea',
  'last_four text',
  'account_name text',
  'reference text',
  'type transaction_type',
  'transaction_date date',
  'posting_date date',
  'amount numeric(19, 4)',
  'currency text',
  'billed_amount numeric(19, 4)',
  'billed_currency text',
  'conversion_rate numeric(19, 9)',
  'merchant_id text',
  'merchant_name text',
  'merchant_city text',
  'merchant_region text',
  'merchant_country text',
  'merchant_category_code text',
  'tax_amount numeric(19, 4)',
  'tax_code text',
  'customer_code text',
  'purpose text',
  'authorization_reference text',
  'corrected_by uuid[]'
];

/** Finds the account of each row by the file's data: `found (key columns, id, ambiguous)`. */
const ACCOUNTS = {
  card: ({ issuerId }: BookingPlace) => accountsByCard(issuerId, 'feed_rows'),
  lastFour: ({ issuerId }: BookingPlace) => accountsByLastFour(issuerId, 'feed_rows'),
  name: ({ issuerId, mappingId }: BookingPlace) => {
    const isNew = Prisma.sql`NOT EXISTS (SELECT 1 FROM feed_account_names f
      WHERE f.issuer_id = ${issuerId}::uuid AND f.mapping_id = ${mappingId}::uuid AND f.name = s.account_name)`;
    return Prisma.sql`
      SELECT s.account_name, f.account_id AS id, false AS ambiguous FROM (SELECT DISTINCT account_name FROM feed_rows) s
      JOIN feed_account_names f
        ON f.issuer_id = ${issuerId}::uuid AND f.mapping_id = ${mappingId}::uuid AND f.name = s.account_name
      UNION ALL
      ${accountsByName(issuerId, 'feed_rows', isNew)}`;
  }
} as const;
const KEYS = { card: ['card_hash'], lastFour: ['last_four', 'account_name'], name: ['account_name'] } as const;

const isFound = (key: string) => Prisma.sql`${sqlName(`found.${key}`)} = ${sqlName(`s.${key}`)}`;

/** The columns in which a row and a transaction with the same reference must agree to be the same (CD.41). */
const SAME = [
  'type',
  'transaction_date',
  'posting_date',
  'amount',
  'currency',
  'billed_amount',
  'billed_currency',
  'merchant_name'
];
const sameIn = (row: string) => Prisma.join(SAME.map((column) => sqlName(`${row}.${column}`)));
const sameAs = (other: string) => Prisma.sql`(${sameIn('r')}) IS NOT DISTINCT FROM (${sameIn(other)})`;

/**
 * Books rows in the client's transaction: assigns each to its account, skips known references, and returns the
 * unbookable rows with their reasons. No other booking for the issuer runs at the same time.
 */
export async function bookRows(
  client: PoolClient,
  place: BookingPlace,
  by: keyof typeof ACCOUNTS,
  rows: readonly BookableRow[]
): Promise<UnbookedRow[]> {
  const { issuerId, feedId } = place;
  const writer = writerOn(client);
  await client.query('DROP TABLE IF EXISTS feed_rows, feed_resolved');
  await client.query(`CREATE TEMPORARY TABLE feed_rows (${COLUMNS.join(', ')}) ON COMMIT DROP`);
  await copyIn(client, 'feed_rows', rows.map(staged));
  await lockPostings(writer, issuerId);
  await writer.$executeRaw`
    CREATE TEMPORARY TABLE feed_resolved ON COMMIT DROP AS
     SELECT s.row, s.id, s.reference, s.type, s.transaction_date, s.posting_date, s.amount,
       coalesce(s.currency, a.currency) AS currency, s.billed_amount, coalesce(s.billed_currency, a.currency) AS billed_currency,
       s.conversion_rate, s.merchant_id, s.merchant_name, s.merchant_city, s.merchant_region, s.merchant_country,
       s.merchant_category_code, s.tax_amount, s.tax_code, s.customer_code, s.purpose, s.authorization_reference, s.corrected_by,
       a.id AS account_id, n.company_id, a.currency AS account_currency, found.ambiguous,
       k.posting_date AS known_date, k.transaction_id AS known_id,
       row_number() OVER (PARTITION BY s.reference ORDER BY s.row) AS turn, NULL::text AS verdict,
       NULL::uuid AS authorization_id, NULL::uuid AS card_id, NULL::uuid AS purchase_type_id
     FROM feed_rows s
     LEFT JOIN (${ACCOUNTS[by](place)}) found ON ${Prisma.join(KEYS[by].map(isFound), ' AND ')}
     LEFT ${joinedAccount(Prisma.sql`${issuerId}::uuid`, Prisma.sql`found.id`)}
     LEFT ${joinedNode(Prisma.sql`${issuerId}::uuid`, Prisma.sql`found.id`)}
     LEFT ${byReference(issuerId, Prisma.sql`s.reference`)}`;
  await writer.$executeRaw`
    UPDATE feed_resolved r SET verdict = CASE WHEN ${sameAs('t')} THEN 'known' ELSE 'feed.reference.changed' END
    FROM feed_resolved k
    CROSS JOIN LATERAL (${transactionLookedUp(issuerId, Prisma.sql`k.known_date`, Prisma.sql`k.known_id`)}) t
    WHERE k.known_id IS NOT NULL AND r.row = k.row`;
  await writer.$executeRaw`
    UPDATE feed_resolved r SET verdict = CASE WHEN ${sameAs('f')} THEN 'known' ELSE 'feed.reference.changed' END
    FROM feed_resolved f WHERE r.turn > 1 AND r.verdict IS NULL AND f.reference = r.reference AND f.turn = 1`;
  await client.query(
    `UPDATE feed_resolved SET verdict = CASE WHEN ambiguous THEN 'feed.account.ambiguous'
       WHEN account_id IS NULL THEN 'feed.account.unknown' ELSE 'feed.currency.account' END
     WHERE verdict IS NULL AND (ambiguous OR account_id IS NULL OR billed_currency <> account_currency)`
  );
  // A row that repeats an unbooked row isn't booked either.
  await client.query(
    `UPDATE feed_resolved r SET verdict = f.verdict FROM feed_resolved f
     WHERE r.turn > 1 AND r.known_id IS NULL AND r.verdict = 'known' AND f.reference = r.reference AND f.turn = 1
       AND f.verdict <> 'known'`
  );
  const isOfCards = rows.some(({ values }) => values.authorizationReference !== null);
  if (isOfCards) await findPurchases(client, issuerId);
  await postTransactions(
    client,
    { issuerId, feedId },
    `SELECT row, posting_date, id, company_id, account_id, reference AS source_reference, type, transaction_date, amount, currency,
       billed_amount, billed_currency,
       CASE WHEN currency = billed_currency THEN 1 ELSE coalesce(conversion_rate, 1) END AS conversion_rate,
       merchant_id, merchant_name, merchant_city, merchant_region, merchant_country, merchant_category_code, tax_amount,
       tax_code, customer_code, purpose, purchase_type_id,
       corrected_by || ARRAY(SELECT author_ids(f.issuer_id, f.owner_user_id) FROM feeds f
         WHERE f.issuer_id = $1::uuid AND f.id = $2::uuid AND f.source = 'upload') AS amount_by
     FROM feed_resolved WHERE verdict IS NULL`
  );
  if (isOfCards)
    await keepBookedClearings(
      client,
      issuerId,
      `SELECT reference, amount, currency, merchant_name, posting_date, authorization_id, card_id FROM feed_resolved
       WHERE authorization_id IS NOT NULL AND (verdict IS NULL OR verdict = 'known') ORDER BY row`
    );
  const { rows: unbooked } = await client.query<{ row: number; verdict: ReasonCode; currency: string }>(
    "SELECT row, verdict, coalesce(billed_currency, '') AS currency FROM feed_resolved WHERE verdict <> 'known' ORDER BY row"
  );
  return unbooked.map(({ verdict, ...row }) => ({ ...row, reason: { code: verdict } }));
}

/** Finds the purchase request of each row that names an authorization of a virtual card of its company. */
async function findPurchases(client: PoolClient, issuerId: string): Promise<void> {
  await client.query(
    `UPDATE feed_resolved r SET authorization_id = p.authorization_id, card_id = p.card_id,
       purchase_type_id = p.type_id, purpose = coalesce(r.purpose, p.purpose)
     FROM ${PURCHASES} p
     WHERE p.issuer_id = $1 AND p.reference = r.authorization_reference AND p.company_id = r.company_id`,
    [issuerId]
  );
}

/** Adds the outcome of `bookRows` to the feed's totals. */
export async function addTotals(client: PoolClient, { issuerId, feedId }: BookingPlace): Promise<void> {
  await client.query(
    `INSERT INTO feed_totals AS f (issuer_id, feed_id, outcome, currency, rows, debit, credit)
     SELECT $1::uuid, $2::uuid, (CASE WHEN verdict IS NULL THEN 'booked' WHEN verdict = 'known' THEN 'known' ELSE 'rejected' END)::feed_outcome,
       coalesce(billed_currency, ''), count(*), coalesce(sum(billed_amount) FILTER (WHERE billed_amount > 0), 0),
       coalesce(-sum(billed_amount) FILTER (WHERE billed_amount < 0), 0)
     FROM feed_resolved GROUP BY 3, 4
     ${ADDED}`,
    [issuerId, feedId]
  );
}

/** Adds to the feed's existing totals. */
export const ADDED = `ON CONFLICT (issuer_id, feed_id, outcome, currency) DO UPDATE
  SET rows = f.rows + excluded.rows, debit = f.debit + excluded.debit, credit = f.credit + excluded.credit`;

function staged(row: BookableRow): CopyRow {
  const { values } = row;
  return [
    row.row,
    newId(),
    values.cardHash,
    values.lastFour,
    values.accountName,
    row.reference,
    values.type,
    values.transactionDate,
    values.postingDate,
    values.amount,
    values.currency,
    values.billedAmount,
    values.billedCurrency,
    values.conversionRate,
    values.merchantId,
    values.merchantName,
    values.merchantCity,
    values.merchantRegion,
    values.merchantCountry,
    values.merchantCategoryCode,
    values.taxAmount,
    values.taxCode,
    values.customerCode,
    values.purpose,
    values.authorizationReference,
    `{${row.correctedBy.join(',')}}`
  ];
}
