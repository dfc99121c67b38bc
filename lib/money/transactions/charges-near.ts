import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { hasAttachments } from '../../kit/attachments/has-attachments';
import { transactionColumns } from './transactions';

/** A receipt is photographed up to this many days after its charge, or before the bank's day of it. */
const DAYS_BEFORE = 31;
const DAYS_AFTER = 7;
/** The longest time from a charge to its posting. */
const POSTED_WITHIN = 31;
/** The charges offered for one receipt. */
const MOST = 4;

/** What is known of something paid: the day, the amount if somebody typed it, and else the amounts that it may be. */
export interface PaidOn {
  id: string;
  day: string;
  amount: string | null;
  amounts?: readonly string[];
}

const nearRow = z.strictObject({
  of: z.string(),
  id: z.string(),
  merchantName: z.string().nullable(),
  merchantCategoryCode: z.string().nullable(),
  transactionDate: z.string(),
  amount: z.string(),
  currency: z.string(),
  billedAmount: z.string(),
  billedCurrency: z.string(),
  /** Whether its amount is the one that was typed, or one of those that it may be. */
  isEqual: z.boolean()
});

/** An open charge that something paid may be. */
export type NearCharge = z.infer<typeof nearRow>;

/**
 * The principal's open charges that each of `paid` may be, the likeliest first: those with the typed amount, of
 * restaurants with a tip of up to a quarter too, then those without a receipt, then the nearest days.
 */
export async function chargesNear(
  { scope }: Pick<Principal, 'scope'>,
  paid: readonly PaidOn[]
): Promise<Map<string, NearCharge[]>> {
  if (paid.length === 0) return new Map();
  const isEqual = Prisma.sql`coalesce(t.amount = ANY(p.amounts) OR t.billed_amount = ANY(p.amounts), false)`;
  const isTipped = Prisma.sql`coalesce(t.merchant_category_code BETWEEN '5812' AND '5814'
    AND (t.amount BETWEEN p.amount AND p.amount * 1.25 OR t.billed_amount BETWEEN p.amount AND p.amount * 1.25), false)`;
  const asked = paid.map((one) => ({ ...one, amounts: one.amount === null ? (one.amounts ?? []) : [one.amount] }));
  const rows = await readRows(database(), nearRow)`
    SELECT p.id AS of, near.* FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS p (id uuid, day date, amount numeric, amounts numeric[])
    CROSS JOIN LATERAL (
      SELECT t.id, t.merchant_name AS "merchantName", t.merchant_category_code AS "merchantCategoryCode",
        t.transaction_date::text AS "transactionDate", trim_scale(t.amount)::text AS amount, t.currency,
        trim_scale(t.billed_amount)::text AS "billedAmount", t.billed_currency AS "billedCurrency", ${isEqual} AS "isEqual"
      FROM transactions t ${atNode('t.account_id')}
      WHERE ${within(scope, transactionColumns)} AND t.state = 'open' AND t.billed_amount > 0
        AND t.transaction_date BETWEEN p.day - ${DAYS_BEFORE}::int AND p.day + ${DAYS_AFTER}::int
        AND t.posting_date BETWEEN p.day - ${DAYS_BEFORE}::int AND p.day + ${DAYS_AFTER + POSTED_WITHIN}::int
      ORDER BY ${isEqual} DESC, ${isTipped} DESC,
        ${hasAttachments('transaction', Prisma.sql`t.issuer_id`, Prisma.sql`t.id`)},
        abs(t.transaction_date - p.day), t.transaction_date DESC, t.id
      LIMIT ${MOST}
    ) near`;
  return groupBy(rows, ({ of }) => of);
}
