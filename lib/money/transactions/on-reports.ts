import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { SPENT } from './spend';
import { type TransactionKey, transactionColumns } from './transactions';

/**
 * Joins the charge of a report's line `l`, as `t`; a line without one has none. With the limit each is looked up by its
 * key: a plain join is planned as the cost of every month's table for every line, and then reads all of the issuer's.
 * Where a report's `posted` is known, other months aren't even planned.
 */
export const chargeOfLine = (posted?: Prisma.Sql): Prisma.Sql => Prisma.sql`LEFT JOIN LATERAL (
  SELECT charge.* FROM transactions charge
  WHERE (charge.issuer_id, charge.posting_date, charge.id) = (l.issuer_id, l.posting_date, l.transaction_id)
    ${posted ? Prisma.sql`AND charge.posting_date ${posted}` : Prisma.empty} LIMIT 1
) t ON TRUE`;

export const CHARGE_OF_LINE = chargeOfLine();

const offeredChargeRow = z.strictObject({
  issuerId: z.string(),
  postingDate: z.string(),
  id: z.string(),
  transactionDate: z.string(),
  merchantName: z.string().nullable(),
  billedAmount: z.string(),
  billedCurrency: z.string()
});

/** A charge that can be put on an expense report. */
export type OfferedCharge = z.infer<typeof offeredChargeRow>;

/** The most charges that are offered at once. */
const MOST_OFFERED = 200;

interface Wanted {
  accountId: string;
  currency: string;
  /** Those of these days alone, the first and the last one of which are `2026-02-28`. */
  made?: { from: string; to: string };
  /** These alone, held until the transaction ends. */
  held?: readonly string[];
}

/**
 * The open charges of an account that no report has yet, billed in a currency, oldest first (C4.003). What is paid to
 * the card is no charge.
 */
export function chargesOffered(
  tx: Transaction,
  { scope }: Pick<Principal, 'scope'>,
  { accountId, currency, made, held }: Wanted
): Promise<OfferedCharge[]> {
  return readRows(tx, offeredChargeRow)`
    SELECT t.issuer_id AS "issuerId", t.posting_date::text AS "postingDate", t.id,
      t.transaction_date::text AS "transactionDate", t.merchant_name AS "merchantName",
      trim_scale(t.billed_amount)::text AS "billedAmount", t.billed_currency AS "billedCurrency"
    FROM transactions t ${atNode('t.account_id')}
    WHERE ${within(scope, transactionColumns)} AND t.account_id = ${accountId}::uuid AND t.state = 'open'
      AND NOT t.expensed AND t.billed_currency = ${currency} AND ${SPENT}
      ${made ? Prisma.sql`AND t.transaction_date BETWEEN ${made.from}::date AND ${made.to}::date` : Prisma.empty}
      ${held ? Prisma.sql`AND t.id = ANY(${[...held]}::uuid[])` : Prisma.empty}
    ORDER BY t.posting_date, t.id LIMIT ${MOST_OFFERED} ${held ? Prisma.sql`FOR UPDATE OF t` : Prisma.empty}`;
}

/**
 * Notes of charges whether they are on an expense report (C4.003). From then on the report's commands alone review and
 * approve them and send them back.
 */
export async function markExpensed(
  tx: Transaction,
  charges: readonly TransactionKey[],
  expensed: boolean
): Promise<void> {
  const keys = charges.map(({ issuerId, postingDate, id }) => ({ issuerId, postingDate, id }));
  await tx.$executeRaw`
    UPDATE transactions t SET expensed = ${expensed}
    FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS w ("issuerId" uuid, "postingDate" date, id uuid)
    WHERE (t.issuer_id, t.posting_date, t.id) = (w."issuerId", w."postingDate", w.id)`;
}
