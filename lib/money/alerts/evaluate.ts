import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import type { OutboxEntry } from '../../core/server/outbox';
import { creditLimitOf, limitsBelow } from '../../directory/structure/reads/credit-limit';
import { joinedNode } from '../../directory/structure/reads/joined-node';
import { nodeLookedUp } from '../../directory/structure/reads/nodes';
import { transactionsBooked } from '../transactions/reads/booked';
import { amountsLookedUp } from '../transactions/reads/of-account';
import { type Booked, bookedSchema } from './announce-booked';
import { announceFired, FIRED, type Fired, firedRow } from './fired';
import { CHARGED, LIMIT, MATCHES, MET, ON_BOOKING, PERIOD_OF, STEPS, WANTED_STEP, watching } from './rule-sql';

/**
 * The handler of booked charges: each active alert whose place contains them and whose rule they meet fires once for each
 * cause, whatever comes late or twice, since the causes are unique in the database (C2.027). Any number of rules and
 * charges fire in two statements, which insert in one order, so that two bookings don't block each other. What fired is
 * told from an entry of its own for each alert.
 */
export async function evaluateBooked(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const booked = bookedSchema.parse(payload);
  await keepBooked(tx, booked);
  const fired = [...(await fireCharges(tx, booked)), ...highestSteps(await fireTotals(tx, booked))];
  await announceFired(tx, booked.issuerId, fired);
}

/** A total that passed several steps at once is told of once, with the highest. */
const highestSteps = (fired: readonly Fired[]): Fired[] =>
  [...groupBy(fired, ({ ruleId, placeId, periodStart }) => `${ruleId} ${placeId} ${periodStart}`).values()].map(
    (steps) => steps.reduce((highest, one) => ((one.step ?? 0) > (highest.step ?? 0) ? one : highest))
  );

/**
 * Keeps the booked charges, the current rules that watch anything, and the watched places at and above the charged
 * accounts, in temporary tables that end with the transaction. They are analyzed, and rows are looked up by key where a
 * plan would depend on statistics: the planner doesn't know how many rows a booking has, and of a database that has just
 * been filled it knows nothing. A company has what was booked in it.
 */
async function keepBooked(tx: Transaction, booked: Booked): Promise<void> {
  const { issuerId } = booked;
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE booked_charges ON COMMIT DROP AS
    SELECT t.id, t.posting_date, t.company_id, t.account_id, t.billed_amount, t.billed_currency, t.merchant_name,
      t.merchant_category_code, t.merchant_country
    FROM ${transactionsBooked(booked)} AND ${CHARGED}`;
  await tx.$executeRaw`ANALYZE booked_charges (account_id, company_id)`;
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE watching_rules ON COMMIT DROP AS
    SELECT r.id, r.alert_id, r.measure, r.amount, r.currency, r.percent, r.period, r.early, r.categories, r.merchant,
      r.countries, n.id AS node_id, n.path, n.company_id
    FROM spending_alerts alert
    CROSS JOIN LATERAL (SELECT r.* FROM spending_alert_rules r
      WHERE r.issuer_id = alert.issuer_id AND r.alert_id = alert.id AND r.replaced_at IS NULL OFFSET 0) r
    CROSS JOIN LATERAL (${nodeLookedUp(Prisma.sql`alert.issuer_id`, Prisma.sql`alert.node_id`)}) n
    WHERE alert.issuer_id = ${issuerId}::uuid AND ${watching(issuerId)} AND (r.period IS NOT NULL OR ${ON_BOOKING})`;
  await tx.$executeRaw`CREATE INDEX ON watching_rules (node_id) WHERE period IS NULL`;
  await tx.$executeRaw`CREATE INDEX ON watching_rules (id)`;
  await tx.$executeRaw`ANALYZE watching_rules (id, node_id, path, period)`;
  // By expressions the planner expects a thousand times as many rows, and would sort them.
  await tx.$executeRaw`SELECT set_config('enable_mergejoin', 'off', TRUE)`;
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE charged_places ON COMMIT DROP AS
    SELECT b.account_id, p.node_id, p.company_id
    FROM (SELECT DISTINCT t.account_id FROM booked_charges t) b
    ${joinedNode(Prisma.sql`${issuerId}::uuid`, Prisma.sql`b.account_id`)}
    JOIN (SELECT DISTINCT length(r.path) AS depth FROM watching_rules r) d ON d.depth <= length(n.path)
    JOIN (SELECT DISTINCT r.node_id, r.path, r.company_id FROM watching_rules r) p ON p.path = left(n.path, d.depth)`;
  await tx.$executeRaw`ANALYZE charged_places`;
}

/** The booked charges `t` at each watched place `p` at or above their account. */
const AT_PLACES = Prisma.sql`booked_charges t
  JOIN charged_places p ON p.account_id = t.account_id AND (p.company_id IS NULL OR p.company_id = t.company_id)`;

/** Fires for single charges. A charge below the lowest amount that any rule at a place wants is not compared with each. */
const fireCharges = (tx: Transaction, booked: Booked): Promise<Fired[]> =>
  readRows(tx, firedRow)`
    WITH floors AS MATERIALIZED (
      SELECT r.node_id, min(CASE r.measure WHEN 'charge' THEN r.amount ELSE 0 END) AS least FROM watching_rules r
      WHERE r.period IS NULL GROUP BY 1
    ), near AS MATERIALIZED (
      SELECT t.*, p.node_id FROM ${AT_PLACES}
      JOIN floors ON floors.node_id = p.node_id AND t.billed_amount >= floors.least
    )
    INSERT INTO spending_alert_firings (issuer_id, id, alert_id, rule_id, place_id, transaction_id, posting_date, amount,
      reached, currency, fired_at)
    SELECT ${booked.issuerId}::uuid, gen_random_uuid(), r.alert_id, r.id, t.account_id, t.id, t.posting_date,
      t.billed_amount, ${LIMIT}, t.billed_currency, ${now()}
    FROM near t
    JOIN watching_rules r ON r.node_id = t.node_id AND r.period IS NULL
    CROSS JOIN LATERAL (${creditLimitOf(booked.issuerId, Prisma.sql`t.account_id`)}) a
    WHERE ${MATCHES} AND ${MET}
    ORDER BY r.id, t.id
    ON CONFLICT DO NOTHING
    ${FIRED}`;

/** No period that a booked day is in goes further back or forward, so that other months are not looked at. */
const LONGEST_PERIOD = 31;

/** Fires for totals: adds up the period of each place that the booked charges touch, and that hasn't reached its limit yet. */
const fireTotals = (tx: Transaction, booked: Booked): Promise<Fired[]> =>
  readRows(tx, firedRow)`
    WITH touched AS MATERIALIZED (
      SELECT DISTINCT r.id AS rule_id, place.id AS place_id, ${PERIOD_OF} AS starts,
        (${PERIOD_OF} + ('1 ' || r.period)::interval)::date AS ends
      FROM ${AT_PLACES}
      JOIN watching_rules r ON r.node_id = p.node_id AND r.period IS NOT NULL
      CROSS JOIN LATERAL (SELECT CASE r.measure WHEN 'place_total' THEN r.node_id ELSE t.account_id END AS id) place
      WHERE ${MATCHES} AND NOT EXISTS (
        SELECT 1 FROM spending_alert_firings f
        WHERE f.issuer_id = ${booked.issuerId}::uuid AND f.rule_id = r.id AND f.place_id = place.id
          AND f.period_start = ${PERIOD_OF} AND f.step = 100)
    ), summed AS (
      SELECT r.alert_id, x.rule_id, x.place_id, x.starts, r.early, t.billed_currency AS currency,
        sum(t.billed_amount) AS total, max(${LIMIT}) AS most
      FROM touched x
      JOIN watching_rules r ON r.id = x.rule_id
      CROSS JOIN LATERAL (${nodeLookedUp(Prisma.sql`${booked.issuerId}::uuid`, Prisma.sql`x.place_id`)}) p
      CROSS JOIN LATERAL (${limitsBelow(booked.issuerId, Prisma.sql`p.path`)}) a
      CROSS JOIN LATERAL (${amountsLookedUp(
        booked.issuerId,
        Prisma.sql`a.id`,
        Prisma.sql`${CHARGED}
          AND t.posting_date BETWEEN ${booked.firstDay}::date - ${LONGEST_PERIOD}::int AND ${booked.lastDay}::date + ${LONGEST_PERIOD}::int
          AND t.posting_date >= x.starts AND t.posting_date < x.ends
          AND (p.company_id IS NULL OR p.company_id = t.company_id)`
      )}) t
      WHERE a.kind = 'account' AND ${MATCHES}
      GROUP BY 1, 2, 3, 4, 5, 6
    )
    INSERT INTO spending_alert_firings (issuer_id, id, alert_id, rule_id, place_id, period_start, step, amount, reached,
      currency, fired_at)
    SELECT ${booked.issuerId}::uuid, gen_random_uuid(), r.alert_id, r.rule_id, r.place_id, r.starts, s.step, r.total,
      r.most * s.step / 100, r.currency, ${now()}
    FROM summed r CROSS JOIN ${STEPS} s
    WHERE ${WANTED_STEP} AND r.total >= r.most * s.step / 100
    ORDER BY r.rule_id, r.place_id, r.starts, s.step
    ON CONFLICT DO NOTHING
    ${FIRED}`;
