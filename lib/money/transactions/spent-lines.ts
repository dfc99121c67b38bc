import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import { atIssuer, atNode } from '../../directory/structure/reads/joins';
import { hasAttachments } from '../../kit/attachments/has-attachments';
import { transactionColumns } from './transactions';

/** The longest time from a charge to its posting. */
const POSTED_WITHIN = 31;

const spentLineRow = z.strictObject({
  id: z.string(),
  accountId: z.string(),
  date: z.string(),
  /** The day of its review; null before. */
  reviewedOn: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  hasReceipt: z.boolean(),
  merchant: z.string().nullable(),
  merchantCategory: z.string().nullable()
});

/** What was spent by one transaction, as it was billed. */
export type SpentLine = z.infer<typeof spentLineRow>;

const spentRow = z.strictObject({ count: z.number(), isMore: z.boolean(), lines: z.array(spentLineRow) });

interface Spent {
  /** How many there are, at most `most`. */
  count: number;
  /** Whether there are more than those. */
  isMore: boolean;
  lines: SpentLine[];
}

/** Whether the spent line `s` has a receipt. */
export const SPENT_HAS_RECEIPT = hasAttachments('transaction', Prisma.sql`s.issuer_id`, Prisma.sql`s.id`);

interface Wanted {
  issuerId: string;
  companyId: string;
  /** The first day, `2026-02-28`. */
  since: string;
  most: number;
  /**
   * A condition on each `s` of all of them, `spent`: its `account_id`, `date`, `reviewed_on`, `amount` and `currency` as
   * billed, `merchant` and `category`. The others are counted, and not read.
   */
  where?: Prisma.Sql;
}

/**
 * The newest of a company's purchases and expenses out of pocket since a day, in any state, that the principal sees.
 * Cash, fees and credits are no expenses of a report. They come as one value, which the client reads faster than rows.
 */
export async function spentLines(
  { scope }: Pick<Principal, 'scope'>,
  { issuerId, companyId, since, most, where = Prisma.sql`TRUE` }: Wanted
): Promise<Spent> {
  const all = Prisma.sql`FROM transactions t ${atNode('t.account_id')} ${atIssuer('t')}
    WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid
      AND t.type IN ('purchase', 'out_of_pocket') AND t.billed_amount > 0
      AND t.transaction_date >= ${since}::date AND t.posting_date >= ${since}::date - ${POSTED_WITHIN}::int
      AND ${within(scope, transactionColumns)}`;
  const [row] = await reading(
    (db) => readRows(db, spentRow)`
    WITH spent AS MATERIALIZED (
      SELECT t.issuer_id, t.id, t.account_id, t.posting_date, t.transaction_date AS date, t.billed_amount AS amount,
        (t.reviewed_at AT TIME ZONE i.time_zone)::date AS reviewed_on, t.billed_currency AS currency,
        t.merchant_name AS merchant, t.merchant_category_code AS category
      ${all} ORDER BY t.posting_date DESC, t.id DESC LIMIT ${most})
    SELECT (SELECT count(*)::int FROM spent) AS count,
      CASE WHEN (SELECT count(*) FROM spent) = ${most} THEN EXISTS (SELECT 1 ${all} OFFSET ${most}) ELSE FALSE END AS "isMore", coalesce(json_agg(line), '[]') AS lines FROM (
      SELECT s.id, s.account_id AS "accountId", s.date::text AS date, s.reviewed_on::text AS "reviewedOn",
        trim_scale(s.amount)::text AS amount, s.currency, ${SPENT_HAS_RECEIPT} AS "hasReceipt", s.merchant,
        s.category AS "merchantCategory"
      FROM spent s WHERE ${where} ORDER BY s.posting_date DESC, s.id DESC) AS line`
  );
  return row ?? { count: 0, isMore: false, lines: [] };
}
