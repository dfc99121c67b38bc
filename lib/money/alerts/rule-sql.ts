import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';
import { dayIn } from '../../directory/structure/reads/today';
import { hasAttachments } from '../../kit/attachments/has-attachments';
import { categorySql } from '../transactions/category-sql';

/** The condition that `alert`, of the given issuer, watches today: it is active, and its snooze is over. */
export const watching = (
  issuerId: string
): Prisma.Sql => Prisma.sql`(alert.state = 'active' AND (alert.snoozed_until IS NULL
  OR alert.snoozed_until <= ${dayIn(Prisma.sql`${issuerId}::uuid`, now())}))`;

/** The condition that transaction `t` is a charge that alerts look at: money spent by card, neither paid back nor paid in. */
export const CHARGED = Prisma.sql`(t.type IN ('purchase', 'cash', 'fee') AND t.billed_amount > 0)`;

/** The condition that charge `t` is of the kind that rule `r` names: its currency, categories and merchant. */
export const MATCHES = Prisma.sql`(
  (r.currency IS NULL OR r.currency = t.billed_currency)
  AND (cardinality(r.categories) = 0 OR ${categorySql(Prisma.sql`t.merchant_category_code`)} = ANY (r.categories))
  AND (r.merchant IS NULL OR position(lower(r.merchant) IN lower(coalesce(t.merchant_name, ''))) > 0))`;

/** What rule `r` wants reached on account `a`: an amount, or its share of the credit limit; null without one. */
export const LIMIT = Prisma.sql`coalesce(r.amount, nullif(a.credit_limit, 0) * r.percent / 100)`;

/** The condition that the single charge `t` meets rule `r` (C5.037). A merchant without a country is in none, and not abroad. */
export const MET = Prisma.sql`CASE r.measure
  WHEN 'any' THEN TRUE
  WHEN 'country_in' THEN t.merchant_country = ANY (r.countries)
  WHEN 'country_outside' THEN t.merchant_country <> ALL (r.countries)
  ELSE t.billed_amount >= ${LIMIT} END`;

/** The condition that rule `r` looks at single charges as they are booked. */
export const ON_BOOKING = Prisma.sql`(r.period IS NULL AND r.days IS NULL AND r.measure NOT IN ('declined', 'out_of_hours'))`;

/**
 * The condition that charge `t` waits for what rule `r` wants, a review or a receipt; with an instant, that it waited then.
 * Cash and fees have no receipt.
 */
export const waiting = (at?: Prisma.Sql): Prisma.Sql => Prisma.sql`CASE r.measure
  WHEN 'unreviewed' THEN t.state = 'open' ${at ? Prisma.sql`OR t.reviewed_at >= ${at}` : Prisma.empty}
  ELSE t.type = 'purchase'
    AND NOT ${hasAttachments('transaction', Prisma.sql`t.issuer_id`, Prisma.sql`t.id`, at)} END`;

/** The first day of the period of rule `r` that contains the day on which charge `t` was posted; weeks begin on Monday. */
export const PERIOD_OF = Prisma.sql`date_trunc(r.period, t.posting_date::timestamp)::date`;

/** The steps of a total, in percent of its limit: the earlier two only where the rule wants them. */
export const STEPS = Prisma.sql`(SELECT unnest(ARRAY[75, 90, 100]) AS step)`;
export const WANTED_STEP = Prisma.sql`(s.step = 100 OR r.early)`;
