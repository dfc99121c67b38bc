import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { sqlCount, sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { atAccount, atNode } from '../../directory/structure/reads/joins';
import { atTransaction, splitsOf } from '../transactions/reads/joins';
import { unitsOf } from './amounts';
import type { BookedPart } from './lines';
import type { FileTotals } from './write-file';

/** The number of rows read at a time. */
const FETCHED = 2_000;

const plain = (column: string) => Prisma.sql`trim_scale(${sqlName(column)})::text`;

/** The parts of the transactions whose issuer, day and id are `keys`, in file order. */
function partsOf(keys: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT t.id, t.company_id AS "companyId", t.scheme_id AS "schemeId", t.posting_date AS "postingDate",
    t.transaction_date AS "transactionDate", t.type, t.source_reference AS "sourceReference", ${plain('t.amount')} AS amount,
    t.currency, ${plain('t.billed_amount')} AS "billedAmount", t.billed_currency AS "billedCurrency",
    ${plain('t.conversion_rate')} AS "conversionRate", t.merchant_id AS "merchantId", t.merchant_name AS "merchantName",
    t.merchant_city AS "merchantCity", t.merchant_region AS "merchantRegion", t.merchant_country AS "merchantCountry",
    t.merchant_category_code AS "merchantCategory", ${plain('t.tax_amount')} AS "taxAmount", t.tax_code AS "taxCode",
    t.customer_code AS "customerCode", t.purpose, t.custom_values AS "customValues", n.name_1 AS "accountName",
    a.last_four AS "lastFour", c.number AS "companyNumber", c.name_1 AS "companyName", s.position AS "splitNumber",
    ${plain('s.amount')} AS "splitAmount", ${plain('s.tax_amount')} AS "splitTax", ${plain('s.percent')} AS percent,
    s.description, s.codes
  FROM ${keys} k
  ${atTransaction('k')}
  ${atNode('t.account_id')}
  ${atAccount('t.account_id')}
  ${atNode('t.company_id', 'c')}
  LEFT ${splitsOf('t')}
  ORDER BY t.posting_date, t.id, s.position`;
}

const bookedPartRow = z.strictObject({ part: z.string() });

/**
 * Reads the parts of transactions by a cursor: with one query plan, and at most some thousands in memory. A transaction
 * can have one such read at a time.
 */
export async function* bookedParts(tx: Transaction, keys: Prisma.Sql): AsyncGenerator<BookedPart> {
  await tx.$executeRaw`SET LOCAL cursor_tuple_fraction = 1`;
  await tx.$executeRaw`DECLARE booked NO SCROLL CURSOR FOR SELECT row_to_json(p)::text AS part FROM (${partsOf(keys)}) p`;
  for (;;) {
    const rows = await readRows(tx, bookedPartRow)`FETCH ${sqlCount(FETCHED)} FROM booked`;
    for (const { part } of rows) yield JSON.parse(part) as BookedPart;
    if (rows.length < FETCHED) break;
  }
  await tx.$executeRaw`CLOSE booked`;
}

export const currencyTotalRow = z.strictObject({
  currency: z.string(),
  count: z.number(),
  amount: z.string()
});

/** The number of transactions in a currency and their total, an exact decimal. */
export type CurrencyTotal = z.infer<typeof currencyTotalRow>;

/** The totals of transactions by currency. */
export function totalsOf(tx: Transaction, keys: Prisma.Sql): Promise<CurrencyTotal[]> {
  return readRows(tx, currencyTotalRow)`
    SELECT t.billed_currency AS currency, count(*)::int AS count, trim_scale(sum(t.billed_amount))::text AS amount
    FROM ${keys} k ${atTransaction('k')}
    GROUP BY 1 ORDER BY 1`;
}

const wholeRow = z.strictObject({ count: z.number(), debit: z.string(), credit: z.string() });

const dividedRow = z.strictObject({ count: z.number(), splits: z.number() });

/** The totals for the first and last lines of a file. */
export async function fileTotals(tx: Transaction, keys: Prisma.Sql, hasOffset: boolean): Promise<FileTotals> {
  const [whole] = await readRows(tx, wholeRow)`
    SELECT count(*)::int AS count,
      trim_scale(coalesce(sum(t.billed_amount) FILTER (WHERE t.billed_amount > 0), 0))::text AS debit,
      trim_scale(coalesce(-sum(t.billed_amount) FILTER (WHERE t.billed_amount < 0), 0))::text AS credit
    FROM ${keys} k ${atTransaction('k')}`;
  const [divided] = await readRows(tx, dividedRow)`
    SELECT count(DISTINCT s.transaction_id)::int AS count, count(*)::int AS splits
    FROM ${keys} k ${splitsOf('k')}`;
  const { count = 0, debit = '0', credit = '0' } = whole ?? {};
  const splits = count - (divided?.count ?? 0) + (divided?.splits ?? 0);
  const [out, back] = [unitsOf(debit), unitsOf(credit)];
  return {
    count,
    lines: hasOffset ? splits + count : splits,
    total: out - back,
    debit: hasOffset ? out + back : out,
    credit: hasOffset ? out + back : back
  };
}
