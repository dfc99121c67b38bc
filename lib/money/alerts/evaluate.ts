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
 * charges is two statements, which insert in one order, so that two bookings don't block each other. What fired is told from an entry of its own for each alert.
 */
export async function evaluateBooked(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const booked = bookedSchema.parse(payload);
  const fired = [...(await fireCharges(tx, booked)), ...highestSteps(await fireTotals(tx, booked))];
  await announceFired(tx, booked.issuerId, fired);
}

/** A total that passed several steps at once is told of once, with the highest. */
const highestSteps = (fired: readonly Fired[]): Fired[] =>
  [...groupBy(fired, ({ ruleId, placeId, periodStart }) => `${ruleId} ${placeId} ${periodStart}`).values()].map(
    (steps) => steps.reduce((highest, one) => ((one.step ?? 0) > (highest.step ?? 0) ? one : highest))
  );

/**
 * The booked charges `t`, and the current rules `r` of the active alerts `s` at each place above their accounts. A company
 * has what was booked in it.
 */
const watchedCharges = ({ issuerId, feedId, firstId, lastId, firstDay, lastDay }: Booked) => Prisma.sql`
  booked AS MATERIALIZED (
    SELECT t.id, t.posting_date, t.company_id, t.account_id, t.billed_amount, t.billed_currency, t.merchant_name,
      t.merchant_category_code, t.merchant_country
    FROM transactions t
    WHERE t.issuer_id = ${issuerId}::uuid AND t.feed_id = ${feedId}::uuid
      AND t.posting_date BETWEEN ${firstDay}::date AND ${lastDay}::date
      AND t.id BETWEEN ${firstId}::uuid AND ${lastId}::uuid AND ${CHARGED}
  ), above AS MATERIALIZED (
    SELECT charged.account_id, p.id AS node_id, p.company_id
    FROM (SELECT DISTINCT account_id FROM booked) charged
    JOIN nodes n ON n.issuer_id = ${issuerId}::uuid AND n.id = charged.account_id
    CROSS JOIN LATERAL generate_series(${LABEL_CHARACTERS}::int, length(n.path), ${LABEL_CHARACTERS}::int) AS depth
    JOIN nodes p ON p.issuer_id = n.issuer_id AND p.path = left(n.path, depth)
  ), watched AS (
    SELECT above.account_id, above.company_id, alert.node_id, r.*
    FROM above
    JOIN spending_alerts alert
      ON alert.issuer_id = ${issuerId}::uuid AND alert.node_id = above.node_id AND ${watching()}
    JOIN spending_alert_rules r ON r.issuer_id = ${issuerId}::uuid AND r.alert_id = alert.id AND r.replaced_at IS NULL
  )`;

const ON_CHARGE = Prisma.sql`r.account_id = t.account_id AND (r.company_id IS NULL OR r.company_id = t.company_id)`;
/** Fires for single charges. */
const fireCharges = (tx: Transaction, booked: Booked): Promise<Fired[]> =>
  readRows(tx, firedRow)`
    WITH ${watchedCharges(booked)}
    INSERT INTO spending_alert_firings (issuer_id, id, alert_id, rule_id, place_id, transaction_id, posting_date, amount,
      reached, currency, fired_at)
    SELECT ${booked.issuerId}::uuid, gen_random_uuid(), r.alert_id, r.id, t.account_id, t.id, t.posting_date,
      t.billed_amount, ${LIMIT}, t.billed_currency, ${now()}
    FROM booked t
    JOIN watched r ON ${ON_CHARGE}
    JOIN accounts a ON a.issuer_id = ${booked.issuerId}::uuid AND a.id = t.account_id
    WHERE ${ON_BOOKING} AND ${MATCHES} AND ${MET}
    ORDER BY r.id, t.id
    ON CONFLICT DO NOTHING
    ${FIRED}`;

/** Fires for totals: adds up the period of each place that the booked charges touch, and that hasn't reached its limit yet. */
const fireTotals = (tx: Transaction, booked: Booked): Promise<Fired[]> =>
  readRows(tx, firedRow)`
    WITH ${watchedCharges(booked)}, touched AS MATERIALIZED (
      SELECT DISTINCT r.id AS rule_id, r.alert_id, place.id AS place_id, ${PERIOD_OF} AS starts
      FROM booked t
      JOIN watched r ON ${ON_CHARGE}
      CROSS JOIN LATERAL (SELECT CASE r.measure WHEN 'place_total' THEN r.node_id ELSE t.account_id END AS id) place
      WHERE r.period IS NOT NULL AND ${MATCHES} AND NOT EXISTS (
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
