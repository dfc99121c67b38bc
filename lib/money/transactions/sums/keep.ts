import { z } from 'zod';
import { daysLater } from '../../../core/calendar/days';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';
import { exists, readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { log } from '../../../core/server/log';
import { allIssuerIds } from '../../../directory/structure/reads/issuers';

const PATIENCE_MILLIS = 900_000;
/** How often the sums of an issuer are compared with all its transactions. */
const CHECKED_AFTER_DAYS = 1;

const OF_ISSUER = Prisma.sql`company_id, month, type, state, billed_currency, currency, merchant_category_code`;
const KEY = Prisma.sql`issuer_id, ${OF_ISSUER}`;
const ADDED = Prisma.sql`sum(count) AS count, sum(billed_amount) AS billed_amount, sum(amount) AS amount`;
const INTO = Prisma.sql`INSERT INTO transaction_sums (issuer_id, ${OF_ISSUER}, count, billed_amount, amount)`;

/** The sums of an issuer's transactions, added up anew. */
const counted = (issuerId: string) => Prisma.sql`
  SELECT t.issuer_id, t.company_id, date_trunc('month', t.posting_date::timestamp)::date AS month, t.type, t.state,
    t.billed_currency, t.currency, coalesce(t.merchant_category_code, '') AS merchant_category_code,
    count(*)::numeric AS count, sum(t.billed_amount) AS billed_amount, sum(t.amount) AS amount
  FROM transactions t WHERE t.issuer_id = ${issuerId}::uuid GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`;

/**
 * Keeps the sums of transactions of all issuers: builds those of a new one, folds what has been noted, and once a day
 * compares them with the transactions. A difference is logged, and the issuer's sums are built anew.
 */
export async function keepSums(): Promise<void> {
  for (const id of await allIssuerIds(database())) {
    const isKept = await exists(database())`SELECT 1 FROM transaction_sum_issuers WHERE issuer_id = ${id}::uuid`;
    if (!isKept) await buildSums(id);
    else if (!(await isChecked(id))) await checkSums(id);
    else await foldSums(id);
  }
}

const isChecked = (issuerId: string) =>
  exists(database())`SELECT 1 FROM transaction_sum_issuers
    WHERE issuer_id = ${issuerId}::uuid AND checked_at > ${daysLater(now(), -CHECKED_AFTER_DAYS)}`;

const inTurn = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = '15min'`;
    return work(tx);
  }, PATIENCE_MILLIS);

/** Whether the sums of an issuer are kept; then nobody else builds, folds or checks them until the transaction ends. */
const lockSums = (tx: Transaction, issuerId: string): Promise<boolean> =>
  exists(tx)`SELECT 1 FROM transaction_sum_issuers WHERE issuer_id = ${issuerId}::uuid FOR UPDATE`;

/** Adds up all transactions of an issuer; from then on reports use the sums. */
export const buildSums = (issuerId: string): Promise<void> =>
  inTurn(async (tx) => {
    // Two that build at once wait for each other here.
    await tx.$executeRaw`
      INSERT INTO transaction_sum_issuers (issuer_id, built_at, checked_at)
      VALUES (${issuerId}::uuid, statement_timestamp(), statement_timestamp())
      ON CONFLICT (issuer_id) DO UPDATE SET issuer_id = excluded.issuer_id`;
    await build(tx, issuerId);
  });

async function build(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM transaction_sums WHERE issuer_id = ${issuerId}::uuid`;
  // One statement sees the transactions and what was noted of them at the same moment.
  await tx.$executeRaw`
    WITH taken AS (DELETE FROM transaction_sum_changes WHERE issuer_id = ${issuerId}::uuid RETURNING id)
    ${INTO} ${counted(issuerId)}`;
  await tx.$executeRaw`UPDATE transaction_sum_issuers SET built_at = statement_timestamp(), checked_at = statement_timestamp()
    WHERE issuer_id = ${issuerId}::uuid`;
}

/** Adds what has been noted to the sums of an issuer, in one statement: readers see it at one of both places. */
export const foldSums = (issuerId: string): Promise<void> =>
  inTurn(async (tx) => {
    if (await lockSums(tx, issuerId)) await fold(tx, issuerId);
  });

async function fold(tx: Transaction, issuerId: string): Promise<void> {
  const added = ['count', 'billed_amount', 'amount'].map(sqlName);
  await tx.$executeRaw`
    WITH taken AS (DELETE FROM transaction_sum_changes WHERE issuer_id = ${issuerId}::uuid RETURNING *)
    ${INTO} SELECT ${KEY}, ${ADDED} FROM taken GROUP BY ${KEY}
    ON CONFLICT (${KEY}) DO UPDATE SET ${Prisma.join(
      added.map((name) => Prisma.sql`${name} = transaction_sums.${name} + excluded.${name}`),
      ', '
    )}`;
  await tx.$executeRaw`DELETE FROM transaction_sums WHERE issuer_id = ${issuerId}::uuid AND count = 0`;
}

const differenceRow = z.strictObject({ sums: z.number(), months: z.array(z.string()) });

/**
 * Compares the sums of an issuer, with what has been noted, with its transactions at one moment. Returns how many differ;
 * then they are built anew.
 */
export const checkSums = (issuerId: string): Promise<number> =>
  inTurn(async (tx) => {
    if (!(await lockSums(tx, issuerId))) return 0;
    const [found] = await readRows(tx, differenceRow)`
      WITH kept AS (
        SELECT ${KEY}, ${ADDED} FROM (
          SELECT ${KEY}, count, billed_amount, amount FROM transaction_sums WHERE issuer_id = ${issuerId}::uuid
          UNION ALL
          SELECT ${KEY}, count, billed_amount, amount FROM transaction_sum_changes WHERE issuer_id = ${issuerId}::uuid
        ) summed GROUP BY ${KEY} HAVING (sum(count), sum(billed_amount), sum(amount)) <> (0, 0, 0)
      ), counted AS (${counted(issuerId)}), different AS (
        (TABLE kept EXCEPT TABLE counted) UNION (TABLE counted EXCEPT TABLE kept)
      )
      SELECT count(DISTINCT (${KEY}))::int AS sums,
        coalesce(array_agg(DISTINCT to_char(month, 'YYYY-MM')), '{}') AS months FROM different`;
    const { sums, months } = found ?? { sums: 0, months: [] };
    if (sums > 0) {
      log.error({ issuerId, sums, months }, 'sums of transactions differed from the transactions and are built anew');
      await build(tx, issuerId);
    } else {
      await fold(tx, issuerId);
      await tx.$executeRaw`UPDATE transaction_sum_issuers SET checked_at = statement_timestamp() WHERE issuer_id = ${issuerId}::uuid`;
    }
    return sums;
  });
