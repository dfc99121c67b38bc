import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
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

const spentRow = z.strictObject({ lines: z.array(spentLineRow) });

/**
 * The newest of a company's purchases and expenses out of pocket since a day, in any state, that the principal sees.
 * Cash, fees and credits are no expenses of a report. They come as one value, which the client reads faster than rows.
 */
export async function spentLines(
  { scope }: Pick<Principal, 'scope'>,
  { issuerId, companyId, since, most }: { issuerId: string; companyId: string; since: string; most: number }
): Promise<SpentLine[]> {
  const [row] = await reading(
    (db) => readRows(db, spentRow)`
    SELECT coalesce(json_agg(spent), '[]') AS lines FROM (
      SELECT t.id, t.account_id AS "accountId", t.transaction_date::text AS date,
        (t.reviewed_at AT TIME ZONE i.time_zone)::date::text AS "reviewedOn",
        trim_scale(t.billed_amount)::text AS amount, t.billed_currency AS currency,
        ${hasAttachments('transaction', Prisma.sql`t.issuer_id`, Prisma.sql`t.id`)} AS "hasReceipt",
        t.merchant_name AS merchant, t.merchant_category_code AS "merchantCategory"
      FROM transactions t JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id)
        JOIN issuers i ON i.id = t.issuer_id
      WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid
        AND t.type IN ('purchase', 'out_of_pocket') AND t.billed_amount > 0
        AND t.transaction_date >= ${since}::date AND t.posting_date >= ${since}::date - ${POSTED_WITHIN}::int
        AND ${within(scope, transactionColumns)}
      ORDER BY t.posting_date DESC, t.id DESC LIMIT ${most}) AS spent`
  );
  return row?.lines ?? [];
}
