import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { joinedNodes } from '../../directory/structure/reads/joined-node';
import { atNode } from '../../directory/structure/reads/joins';
import { TRANSACTIONS_WITH_ACCOUNTS } from '../transactions/reads/with-accounts';
import { transactionColumns } from '../transactions/transactions';
import { isOwn, RULE_COLUMNS, reportsFrom, ruleColumns } from './alerts';
import { FIRING_COLUMNS, FIRINGS, firingColumns, firingRow, isAnswerSeen } from './firings';
import { CHARGED, MATCHES } from './rule-sql';

const reportRow = firingRow.extend({
  alertId: z.string(),
  alertName: z.string(),
  ruleId: z.string(),
  placeId: z.string(),
  /** The place that the alert watches. */
  watchedName: z.string()
});

const chargeRow = z.strictObject({
  id: z.string(),
  postingDate: z.string(),
  merchantName: z.string().nullable(),
  merchantCategoryCode: z.string().nullable(),
  accountName: z.string(),
  lastFour: z.string(),
  amount: z.string(),
  currency: z.string()
});

/** A charge behind a firing. */
type AlertCharge = z.infer<typeof chargeRow>;

/** The most charges that a report shows, the largest first. */
const MOST_CHARGES = 200;

/** The report of a firing: what the alert said then, and the charges behind it; an authorization has none. */
interface AlertReport extends z.infer<typeof reportRow> {
  rule: z.infer<typeof ruleColumns>;
  charges: AlertCharge[];
}

/**
 * The report of a firing of one of the principal's own alerts, for 30 days. Nobody else can open it, whoever they are, nor
 * learn that it is there (C6.026); its owner sees the charges that they may see now.
 */
export async function alertReport(principal: Principal, firingId: string): Promise<AlertReport | null> {
  const [report] = await readRows(database(), reportRow)`
    SELECT ${FIRING_COLUMNS}, s.id AS "alertId", s.name AS "alertName", f.rule_id AS "ruleId", f.place_id AS "placeId",
      n.name_1 AS "watchedName"
    FROM ${FIRINGS}
    JOIN spending_alerts s ON (s.issuer_id, s.id) = (f.issuer_id, f.alert_id)
    ${atNode('s.node_id')}
    WHERE f.id = ${firingId}::uuid AND f.fired_at > ${reportsFrom()} AND ${isOwn(principal)}
      AND ${within(principal.scope, firingColumns)} AND ${isAnswerSeen(principal)}`;
  if (!report) return null;
  const { issuerId } = principal;
  const [rule] = await readRows(database(), ruleColumns)`
    SELECT ${RULE_COLUMNS} FROM spending_alert_rules r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${report.ruleId}::uuid`;
  const place =
    report.transactionId === null ? Prisma.sql`p.id = ${report.placeId}::uuid` : Prisma.sql`p.id = t.account_id`;
  const behind =
    report.askedAt !== null
      ? Prisma.sql`FALSE`
      : report.transactionId === null
        ? Prisma.sql`n.path >= p.path AND n.path < p.path || 'g'
          AND (p.company_id IS NULL OR p.company_id = t.company_id)
          AND t.posting_date BETWEEN ${report.periodStart}::date AND ${report.periodEnd}::date AND ${CHARGED} AND ${MATCHES}`
        : Prisma.sql`t.posting_date = ${report.postingDate}::date AND t.id = ${report.transactionId}::uuid`;
  const charges = await readRows(database(), chargeRow)`
    SELECT t.id, t.posting_date::text AS "postingDate", t.merchant_name AS "merchantName",
      t.merchant_category_code AS "merchantCategoryCode", n.name_1 AS "accountName", a.last_four AS "lastFour",
      trim_scale(t.billed_amount)::text AS amount, t.billed_currency AS currency
    FROM spending_alert_rules r
    CROSS JOIN ${TRANSACTIONS_WITH_ACCOUNTS}
    ${joinedNodes(Prisma.sql`t.issuer_id`, place, 'p')}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${report.ruleId}::uuid AND t.issuer_id = r.issuer_id
      AND ${behind} AND ${within(principal.scope, transactionColumns)}
    ORDER BY t.billed_amount DESC, t.id LIMIT ${MOST_CHARGES}`;
  return { ...report, rule: rule as z.infer<typeof ruleColumns>, charges };
}
