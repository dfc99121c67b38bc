import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import { joinedNodes } from '../../directory/structure/reads/joined-node';
import { atNode } from '../../directory/structure/reads/joins';
import { atPlace, belowPlace, type Place } from './at-place';
import { categorySql } from './category-sql';
import { KEPT_SUMS } from './sums/kept-sums';
import { transactionColumns } from './transactions';

/** What spending is told by, beside the month. */
export const SPEND_BY = ['category', 'merchant', 'person', 'place'] as const;
export type SpendBy = (typeof SPEND_BY)[number];

/** The largest keys of a currency that are told by themselves; the others are summed. */
export const SPEND_LISTED = 25;

const spendLineRow = z.strictObject({
  /** `2026-02`. */
  month: z.string(),
  currency: z.string(),
  /**
   * The group of merchants (`MerchantCategory`), the merchant's name, the id of the account, of the company or of the
   * child node. Null: none, an account that moved elsewhere, or the sum of the others.
   */
  key: z.string().nullable(),
  isRest: z.boolean(),
  /** The name of the node. */
  name: z.string().nullable(),
  /** Whether there is anything below the node. */
  isAccount: z.boolean(),
  count: z.number(),
  /** An exact decimal, reduced by credits. */
  amount: z.string()
});

/** The spending of one month in one currency under one key. */
export type SpendLine = z.infer<typeof spendLineRow>;

/** Whole months, both included, each written `2026-02`. */
export interface Months {
  from: string;
  to: string;
}

export interface SpendQuestion {
  by: SpendBy;
  /** Null: all that the principal sees. */
  place: Place | null;
  months: Months;
  /** The first month that the keys are ranked by; earlier ones are for comparison. */
  since: string;
}

/** The key of a transaction, and the node with its name: of the transaction's issuer, by id or by path. */
function keyOf({ by, place }: SpendQuestion): { raw: Prisma.Sql; node: Prisma.Sql | null } {
  if (by === 'category') return { raw: Prisma.sql`t.merchant_category_code`, node: null };
  if (by === 'merchant') return { raw: Prisma.sql`t.merchant_name`, node: null };
  const byId = Prisma.sql`u.id = s.raw::uuid`;
  if (by === 'person') return { raw: Prisma.sql`t.account_id::text`, node: byId };
  if (!place?.companyId) return { raw: Prisma.sql`t.company_id::text`, node: byId };
  const child = Prisma.sql`left(n.path, ${place.path.length + LABEL})`;
  return { raw: Prisma.sql`CASE WHEN ${belowPlace(place)} THEN ${child} END`, node: Prisma.sql`u.path = s.raw` };
}

const LABEL = 8;

/**
 * The spending of the given months of posting, by month and by what is asked for, each by billed currency: the largest
 * keys since a month, and the sum of the others. Places are the children of a company's node, and companies above it.
 * Fees and cash count, credits reduce it, payments to the account are left out. It reads the transactions once.
 */
export function spendBy({ scope }: Pick<Principal, 'scope'>, question: SpendQuestion): Promise<SpendLine[]> {
  const { by, place, months, since } = question;
  const { raw, node } = keyOf(question);
  const key = node ? Prisma.sql`u.id::text` : by === 'category' ? categorySql(Prisma.sql`s.raw`) : Prisma.sql`s.raw`;
  return reading(
    (db) => readRows(db, spendLineRow)`
    WITH spent AS MATERIALIZED (
      SELECT date_trunc('month', t.posting_date::timestamp)::date AS month, ${node ? Prisma.sql`t.issuer_id` : Prisma.sql`NULL::uuid`} AS issuer,
        ${raw} AS raw, t.billed_currency AS currency, count(*) AS count, sum(t.billed_amount) AS amount
      FROM transactions t
      ${atNode('t.account_id')}
      WHERE ${postedIn(months)} AND ${SPENT} AND ${place ? atPlace(place) : Prisma.sql`TRUE`} AND ${within(scope, transactionColumns)}
      GROUP BY 1, 2, 3, 4
    ), named AS (
      SELECT s.month, s.currency, ${key} AS key, ${node ? Prisma.sql`u.name_1 || coalesce(' ' || u.name_2, '')` : Prisma.sql`NULL::text`} AS name,
        ${node ? Prisma.sql`coalesce(u.kind = 'account', FALSE)` : Prisma.sql`FALSE`} AS leaf, s.count, s.amount
      FROM spent s ${node ? Prisma.sql`LEFT ${joinedNodes(Prisma.sql`s.issuer`, node, 'u')}` : Prisma.empty}
    ), summed AS (
      SELECT month, currency, key, name, leaf, sum(count)::int AS count, sum(amount) AS amount,
        sum(sum(amount)) FILTER (WHERE month >= ${`${since}-01`}::date) OVER (PARTITION BY currency, key) AS whole
      FROM named GROUP BY month, currency, key, name, leaf
    ), ranked AS (
      SELECT *, dense_rank() OVER (PARTITION BY currency ORDER BY whole DESC NULLS LAST, key NULLS LAST) AS rank FROM summed
    )
    SELECT to_char(month, 'YYYY-MM') AS month, currency, CASE WHEN rank <= ${SPEND_LISTED} THEN key END AS key,
      rank > ${SPEND_LISTED} AS "isRest", CASE WHEN rank <= ${SPEND_LISTED} THEN name END AS name,
      rank <= ${SPEND_LISTED} AND leaf AS "isAccount", sum(count)::int AS count, trim_scale(sum(amount))::text AS amount
    FROM ranked GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2, min(rank), 1`
  );
}

const postedIn = ({ from, to }: Months) => Prisma.sql`t.posting_date >= ${`${from}-01`}::date
  AND t.posting_date < (${`${to}-01`}::date + interval '1 month')::date`;

/** The condition that transaction `t` counts as spending. */
export const SPENT = Prisma.sql`(t.type <> 'payment')`;

const spendSumRow = z.strictObject({
  /** `2026-02`. */
  month: z.string(),
  category: z.string().nullable(),
  currency: z.string(),
  count: z.number(),
  amount: z.string()
});

/** The spending of one month in one merchant category and billed currency. */
export type SpendSum = z.infer<typeof spendSumRow>;

/**
 * The spending in all that the principal sees, in the given months of posting, by month, merchant category and billed
 * currency. It counts what `spendBy` counts; of whole companies and issuers it reads the kept sums.
 */
export async function spendInScope(principal: Pick<Principal, 'scope'>, months: Months): Promise<SpendSum[]> {
  const kept = await KEPT_SUMS.from(principal, {});
  const [from, count] = kept
    ? [kept, Prisma.sql`sum(${KEPT_SUMS.count})`]
    : [Prisma.sql`transactions t ${atNode('t.account_id')}`, Prisma.sql`count(*)`];
  return reading(
    (db) => readRows(db, spendSumRow)`
    SELECT to_char(date_trunc('month', t.posting_date::timestamp), 'YYYY-MM') AS month, t.merchant_category_code AS category,
      t.billed_currency AS currency, ${count}::int AS count, trim_scale(sum(t.billed_amount))::text AS amount
    FROM ${from}
    WHERE ${postedIn(months)} AND ${SPENT} AND ${within(principal.scope, transactionColumns)}
    GROUP BY 1, 2, 3 HAVING ${count} > 0`
  );
}
