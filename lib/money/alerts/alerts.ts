import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { daysLater } from '../../core/calendar/days';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { KINDS } from '../../directory/structure/kinds';
import { atAccount, atNode } from '../../directory/structure/reads/joins';
import { dayIn } from '../../directory/structure/reads/today';
import { REPORT_DAYS } from './kept';
import type { RuleEntry } from './schema';
import type { AlertState } from './states';

/** The columns of a rule `r`. */
export const ruleColumns = z.strictObject({
  measure: textOf<RuleEntry['measure']>(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  percent: z.number().nullable(),
  period: textOf<NonNullable<RuleEntry['period']>>().nullable(),
  early: z.boolean(),
  categories: z.array(textOf<RuleEntry['categories'][number]>()),
  merchant: z.string().nullable(),
  countries: z.array(z.string()),
  days: z.number().nullable(),
  fromTime: z.string().nullable(),
  toTime: z.string().nullable(),
  weekends: z.boolean(),
  timeZone: z.string().nullable()
});
export const RULE_COLUMNS = Prisma.sql`r.measure, trim_scale(r.amount)::text AS amount, r.currency, r.percent, r.period,
  r.early, r.categories, r.merchant, r.countries, r.days, r.from_time AS "fromTime", r.to_time AS "toTime", r.weekends,
  r.time_zone AS "timeZone"`;

const alertRow = ruleColumns.extend({
  id: z.string(),
  name: z.string(),
  nodeId: z.string(),
  placeName: z.string(),
  placeKind: z.enum(KINDS),
  /** The card of a place that is an account. */
  lastFour: z.string().nullable(),
  state: textOf<AlertState>(),
  /** The day on which it watches again; null: it isn't snoozed. */
  snoozedUntil: z.string().nullable(),
  /** The integrator that is told, too. */
  integratorId: z.string().nullable(),
  version: z.number(),
  /** In the days for which reports are kept. */
  firings: z.number(),
  lastFiredAt: z.date().nullable()
});

/** A spending alert with what it says. */
export type Alert = z.infer<typeof alertRow>;

/** The instant from which firings have their report. */
export const reportsFrom = (): Date => daysLater(now(), -REPORT_DAYS);

/**
 * The condition that alert `s` at place `n` is the principal's own: nobody else sees it, nor what it found (C6.026), and
 * not who views as its owner either. A place that the role has lost hides its alerts.
 */
export const isOwn = (principal: Principal): Prisma.Sql =>
  principal.accessor || !may(principal, 'alerts', 'view')
    ? Prisma.sql`FALSE`
    : Prisma.sql`s.issuer_id = ${principal.issuerId}::uuid AND s.owner_user_id = ${principal.userId}::uuid
        AND ${within(principal.scope, nodeColumns('n'))}`;

const select = (tx: Transaction, principal: Principal, condition: Prisma.Sql): Promise<Alert[]> =>
  readRows(tx, alertRow)`
    SELECT s.id, s.name, s.node_id AS "nodeId", n.name_1 AS "placeName", n.kind::text AS "placeKind",
      a.last_four AS "lastFour", s.state::text AS state, s.integrator_id AS "integratorId", s.version,
      CASE WHEN s.snoozed_until > ${dayIn(Prisma.sql`s.issuer_id`, now())}
        THEN s.snoozed_until::text END AS "snoozedUntil", ${RULE_COLUMNS},
      fired.count AS firings, fired.last AS "lastFiredAt"
    FROM spending_alerts s
    ${atNode('s.node_id')}
    LEFT ${atAccount('n.id')}
    JOIN spending_alert_rules r ON (r.issuer_id, r.alert_id) = (s.issuer_id, s.id) AND r.replaced_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, max(f.fired_at) AS last FROM spending_alert_firings f
      WHERE (f.issuer_id, f.alert_id) = (s.issuer_id, s.id) AND f.fired_at > ${reportsFrom()}
    ) fired
    WHERE ${isOwn(principal)} AND ${condition}
    ORDER BY s.name, s.id`;

/** The principal's own alerts, by name (C2.027). */
export const ownAlerts = (principal: Principal): Promise<Alert[]> => select(database(), principal, Prisma.sql`TRUE`);

/** One of them, or null. */
export async function ownAlert(principal: Principal, id: string, tx: Transaction = database()): Promise<Alert | null> {
  const [alert] = await select(tx, principal, Prisma.sql`s.id = ${id}::uuid`);
  return alert ?? null;
}
