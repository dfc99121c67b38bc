import { Prisma } from '../../core/database/prisma/client';
import { categorySql } from '../transactions/category-sql';

/** The condition that transaction `t` is a charge that alerts look at: money spent by card, neither paid back nor paid in. */
export const CHARGED = Prisma.sql`(t.type IN ('purchase', 'cash', 'fee') AND t.billed_amount > 0)`;

/** The condition that charge `t` is of the kind that rule `r` names: its currency, categories and merchant. */
export const MATCHES = Prisma.sql`(
  (r.currency IS NULL OR r.currency = t.billed_currency)
  AND (cardinality(r.categories) = 0 OR ${categorySql(Prisma.sql`t.merchant_category_code`)} = ANY (r.categories))
  AND (r.merchant IS NULL OR position(lower(r.merchant) IN lower(coalesce(t.merchant_name, ''))) > 0))`;

/** What rule `r` wants reached on account `a`: an amount, or its share of the credit limit; null without one. */
export const LIMIT = Prisma.sql`coalesce(r.amount, nullif(a.credit_limit, 0) * r.percent / 100)`;

/** The condition that the single charge `t` meets rule `r` (C5.037). */
export const MET = Prisma.sql`(r.measure = 'any' OR t.billed_amount >= ${LIMIT})`;

/** The first day of the period of rule `r` that contains the day on which charge `t` was posted; weeks begin on Monday. */
export const PERIOD_OF = Prisma.sql`date_trunc(r.period, t.posting_date::timestamp)::date`;

/** The steps of a total, in percent of its limit: the earlier two only where the rule wants them. */
export const STEPS = Prisma.sql`(SELECT unnest(ARRAY[75, 90, 100]) AS step)`;
export const WANTED_STEP = Prisma.sql`(s.step = 100 OR r.early)`;
