import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';

/** What the sums have of transaction `t`. */
const SUMMED = Prisma.sql`t.issuer_id, t.company_id, t.posting_date, t.type, t.billed_currency, t.currency,
  t.merchant_category_code, t.billed_amount, t.amount`;

/** What a statement that writes transactions `t` returns, so that their sums can be noted. */
export const RETURNED = {
  inserted: Prisma.sql`${SUMMED}, NULL::transaction_state AS state_before, t.state AS state_after`,
  changed: Prisma.sql`${SUMMED}, old.state AS state_before, new.state AS state_after`,
  deleted: Prisma.sql`${SUMMED}, t.state AS state_before, NULL::transaction_state AS state_after`
};

/**
 * A part of a statement, after its part `written` that writes transactions and returns one of `RETURNED`: notes how that
 * changes their sums, which are exact because both are one statement (decision 0183).
 */
export const NOTED = Prisma.sql`
  INSERT INTO transaction_sum_changes (issuer_id, company_id, month, type, state, billed_currency, currency,
    merchant_category_code, count, billed_amount, amount)
  SELECT w.issuer_id, w.company_id, date_trunc('month', w.posting_date::timestamp)::date, w.type, c.state, w.billed_currency,
    w.currency, coalesce(w.merchant_category_code, ''), sum(c.sign), sum(c.sign * w.billed_amount), sum(c.sign * w.amount)
  FROM written w CROSS JOIN LATERAL (VALUES (w.state_before, -1), (w.state_after, 1)) AS c (state, sign)
  WHERE c.state IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`;

const countRow = z.strictObject({ count: z.number() });

/** Writes transactions by a statement that returns one of `RETURNED`, and notes their sums with it; how many were written. */
export async function writeSummed(tx: Transaction, write: Prisma.Sql): Promise<number> {
  const [row] = await readRows(tx, countRow)`
    WITH written AS (${write}), noted AS (${NOTED}) SELECT count(*)::int AS count FROM written`;
  return row?.count ?? 0;
}
