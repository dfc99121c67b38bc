import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { exists, readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { dayIn } from '../../directory/structure/reads/today';
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

/** Whether the spent line `s` has a receipt. */
export const SPENT_HAS_RECEIPT = hasAttachments('transaction', Prisma.sql`s.issuer_id`, Prisma.sql`s.id`);

/** A company, and the first day, `2026-02-28`. */
interface Wanted {
  issuerId: string;
  companyId: string;
  since: string;
}

/**
 * A company's purchases and expenses out of pocket since a day, in any state, that the principal sees, for `FROM (…) s`: its
 * `issuer_id`, `id`, `account_id`, `posting_date`, `date`, `reviewed_on` (null before), `amount` and `currency` as billed,
 * `merchant` and `category`. Cash, fees and credits are no expenses of a report. `and` may narrow `t` and order them. Every
 * account has a node: the join is LEFT so that the database leaves it out where the scope is about whole companies.
 */
export const spent = (
  { scope }: Pick<Principal, 'scope'>,
  { issuerId, companyId, since }: Wanted,
  and: Prisma.Sql = Prisma.empty
): Prisma.Sql => Prisma.sql`
  SELECT t.issuer_id, t.id, t.account_id, t.posting_date, t.transaction_date AS date,
    ${dayIn(Prisma.sql`${issuerId}::uuid`, Prisma.sql`t.reviewed_at`)} AS reviewed_on, t.billed_amount AS amount,
    t.billed_currency AS currency, t.merchant_name AS merchant, t.merchant_category_code AS category
  FROM transactions t LEFT ${atNode('t.account_id')}
  WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid
    AND t.type IN ('purchase', 'out_of_pocket') AND t.billed_amount > 0
    AND t.transaction_date >= ${since}::date AND t.posting_date >= ${since}::date - ${POSTED_WITHIN}::int
    AND ${within(scope, transactionColumns)} ${and}`;

/** Which of many spent lines are taken. */
export interface Which {
  which: 'any' | 'newest';
}

/** So many spent lines, for `spent`. */
export const atMost = (most: number, { which }: Which): Prisma.Sql =>
  which === 'any' ? Prisma.sql`LIMIT ${most}` : Prisma.sql`ORDER BY t.posting_date DESC, t.id DESC LIMIT ${most}`;

/** Whether a company has more transactions since a day, of any kind: the index alone says so. Else none needs sorting. */
export const mayBeMore = (tx: Transaction, { issuerId, companyId, since }: Wanted, most: number): Promise<boolean> =>
  exists(tx)`
    SELECT 1 FROM transactions t WHERE t.issuer_id = ${issuerId}::uuid AND t.company_id = ${companyId}::uuid
      AND t.posting_date >= ${since}::date - ${POSTED_WITHIN}::int OFFSET ${most} LIMIT 1`;

/** Whether there are more spent lines. */
export const isMore = (
  tx: Transaction,
  principal: Pick<Principal, 'scope'>,
  wanted: Wanted,
  most: number
): Promise<boolean> => exists(tx)`SELECT 1 FROM (${spent(principal, wanted)}) s OFFSET ${most} LIMIT 1`;

/** Of a company's spent lines since a day those with some ids, if the principal sees them. */
export const spentLines = (
  principal: Pick<Principal, 'scope'>,
  wanted: Wanted,
  ids: readonly string[]
): Promise<SpentLine[]> =>
  reading(
    (db) => readRows(db, spentLineRow)`
      SELECT s.id, s.account_id AS "accountId", s.date::text AS date, s.reviewed_on::text AS "reviewedOn",
        trim_scale(s.amount)::text AS amount, s.currency, ${SPENT_HAS_RECEIPT} AS "hasReceipt", s.merchant,
        s.category AS "merchantCategory"
      FROM (${spent(principal, wanted, Prisma.sql`AND t.id = ANY(${[...ids]}::uuid[])`)}) s`
  );
