import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import type { OutboxEntry } from '../../core/server/outbox';
import { LABEL_CHARACTERS } from '../../directory/structure/kinds';
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
 * Keeps the booked charges, and the watched places at and above their accounts, in temporary tables that end with the
 * transaction. They are analyzed, since the planner doesn't know how many rows a booking has, and would look up each rule
 * for each charge. A company has what was booked in it.
 */
async function keepBooked(
  tx: Transaction,
  { issuerId, feedId, firstId, lastId, firstDay, lastDay }: Booked
): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE booked_charges (id uuid, posting_date date, company_id uuid, account_id uuid,
      billed_amount numeric(19, 4), billed_currency char(3), merchant_name text, merchant_category_code char(4),
      merchant_country char(2)) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO booked_charges
    SELECT t.id, t.posting_date, t.company_id, t.account_id, t.billed_amount, t.billed_currency, t.merchant_name,
      t.merchant_category_code, t.merchant_country
    FROM transactions t
    WHERE t.issuer_id = ${issuerId}::uuid AND t.feed_id = ${feedId}::uuid
      AND t.posting_date BETWEEN ${firstDay}::date AND ${lastDay}::date
      AND t.id BETWEEN ${firstId}::uuid AND ${lastId}::uuid AND ${CHARGED}`;
  await tx.$executeRaw`ANALYZE booked_charges`;
  await tx.$executeRaw`
    CREATE TEMPORARY TABLE charged_places (account_id uuid, node_id uuid, company_id uuid) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO charged_places
    SELECT n.id, p.id, p.company_id
    FROM nodes n
    CROSS JOIN LATERAL generate_series(${LABEL_CHARACTERS}::int, length(n.path), ${LABEL_CHARACTERS}::int) AS depth
    JOIN nodes p ON p.issuer_id = n.issuer_id AND p.path = left(n.path, depth)
    WHERE n.issuer_id = ${issuerId}::uuid AND n.id IN (SELECT t.account_id FROM booked_charges t)
      AND p.id IN (SELECT alert.node_id FROM spending_alerts alert
        WHERE alert.issuer_id = ${issuerId}::uuid AND ${watching()})`;
  await tx.$executeRaw`ANALYZE charged_places`;
}

/** The current rules `r` of the active alerts at the charged places that meet a condition, each with its place. */
const rulesWatching = ({ issuerId }: Booked, condition: Prisma.Sql) => Prisma.sql`
  watched AS MATERIALIZED (
    SELECT alert.node_id, r.*
    FROM spending_alerts alert
    JOIN spending_alert_rules r ON r.issuer_id = alert.issuer_id AND r.alert_id = alert.id AND r.replaced_at IS NULL
    WHERE alert.issuer_id = ${issuerId}::uuid AND ${watching()} AND ${condition}
      AND alert.node_id IN (SELECT p.node_id FROM charged_places p)
  )`;

/** The booked charges `t` at each watched place `p` at or above their account. */
const AT_PLACES = Prisma.sql`booked_charges t
  JOIN charged_places p ON p.account_id = t.account_id AND (p.company_id IS NULL OR p.company_id = t.company_id)`;

/** Fires for single charges. A charge below the lowest amount that any rule at a place wants is not compared with each. */
const fireCharges = (tx: Transaction, booked: Booked): Promise<Fired[]> =>
  readRows(tx, firedRow)`
    WITH ${rulesWatching(booked, ON_BOOKING)}, floors AS MATERIALIZED (
      SELECT r.node_id, min(CASE r.measure WHEN 'charge' THEN r.amount ELSE 0 END) AS least FROM watched r GROUP BY 1
    )
    INSERT INTO spending_alert_firings (issuer_id, id, alert_id, rule_id, place_id, transaction_id, posting_date, amount,
      reached, currency, fired_at)
    SELECT ${booked.issuerId}::uuid, gen_random_uuid(), r.alert_id, r.id, t.account_id, t.id, t.posting_date,
      t.billed_amount, ${LIMIT}, t.billed_currency, ${now()}
    FROM ${AT_PLACES}
    JOIN floors ON floors.node_id = p.node_id AND t.billed_amount >= floors.least
    JOIN watched r ON r.node_id = p.node_id
    JOIN accounts a ON a.issuer_id = ${booked.issuerId}::uuid AND a.id = t.account_id
    WHERE ${MATCHES} AND ${MET}
    ORDER BY r.id, t.id
    ON CONFLICT DO NOTHING
    ${FIRED}`;

/** No period that a booked day is in goes further back or forward, so that other months are not looked at. */
const LONGEST_PERIOD = 31;

/** Fires for totals: adds up the period of each place that the booked charges touch, and that hasn't reached its limit yet. */
const fireTotals = (tx: Transaction, booked: Booked): Promise<Fired[]> =>
  readRows(tx, firedRow)`
    WITH ${rulesWatching(booked, Prisma.sql`r.period IS NOT NULL`)}, touched AS MATERIALIZED (
      SELECT DISTINCT r.id AS rule_id, r.alert_id, place.id AS place_id, ${PERIOD_OF} AS starts
      FROM ${AT_PLACES}
      JOIN watched r ON r.node_id = p.node_id
      CROSS JOIN LATERAL (SELECT CASE r.measure WHEN 'place_total' THEN r.node_id ELSE t.account_id END AS id) place
      WHERE ${MATCHES} AND NOT EXISTS (
        SELECT 1 FROM spending_alert_firings f
        WHERE f.issuer_id = ${booked.issuerId}::uuid AND f.rule_id = r.id AND f.place_id = place.id
          AND f.period_start = ${PERIOD_OF} AND f.step = 100)
    ), members AS MATERIALIZED (
      SELECT p.id AS place_id, p.company_id, n.id AS account_id
      FROM (SELECT DISTINCT place_id FROM touched) x
      JOIN nodes p ON p.issuer_id = ${booked.issuerId}::uuid AND p.id = x.place_id
      JOIN nodes n ON n.issuer_id = p.issuer_id AND n.kind = 'account' AND n.path >= p.path AND n.path < p.path || 'g'
    ), summed AS (
      SELECT x.alert_id, x.rule_id, x.place_id, x.starts, r.early, t.billed_currency AS currency,
        sum(t.billed_amount) AS total, max(${LIMIT}) AS most
      FROM touched x
      JOIN spending_alert_rules r ON r.issuer_id = ${booked.issuerId}::uuid AND r.id = x.rule_id
      JOIN members m ON m.place_id = x.place_id
      JOIN accounts a ON a.issuer_id = ${booked.issuerId}::uuid AND a.id = m.account_id
      JOIN transactions t ON t.issuer_id = ${booked.issuerId}::uuid AND t.account_id = m.account_id
        AND t.posting_date BETWEEN ${booked.firstDay}::date - ${LONGEST_PERIOD}::int AND ${booked.lastDay}::date + ${LONGEST_PERIOD}::int
        AND t.posting_date >= x.starts AND t.posting_date < (x.starts + ('1 ' || r.period)::interval)::date
        AND (m.company_id IS NULL OR m.company_id = t.company_id)
      WHERE ${CHARGED} AND ${MATCHES}
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
