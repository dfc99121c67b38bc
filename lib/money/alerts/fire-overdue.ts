import { z } from 'zod';
import { database, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { ISSUERS } from '../../directory/structure/reads/issuers';
import { accountsBelow, atNode } from '../../directory/structure/reads/joins';
import { bookedOn } from '../transactions/reads/joins';
import { announceFired, FIRED, firedRow } from './fired';
import { CHARGED, MATCHES, waiting, watching } from './rule-sql';
import { MOST_DAYS } from './schema';

/** How many days a charge's last day may be over when it is found: as long as a worker may stand still. */
const LATE_DAYS = 7;

const issuerRow = z.strictObject({ issuerId: z.string(), timeZone: z.string(), today: z.string() });
type Watching = z.infer<typeof issuerRow>;

/**
 * Fires for each charge that has waited for its review or its receipt as long as an alert allows (C2.027): on that day of
 * the issuer's, and once, since its cause is unique. What was overdue before the rule began, or while the
 * alert was snoozed, fires nothing. Returns the
 * number of firings.
 */
export async function fireOverdue(): Promise<number> {
  const watching = await readRows(database(), issuerRow)`
    SELECT i.id AS "issuerId", i.time_zone AS "timeZone", (${now()}::timestamptz AT TIME ZONE i.time_zone)::date::text AS today
    FROM ${ISSUERS} i WHERE EXISTS (
      SELECT 1 FROM spending_alerts s
      JOIN spending_alert_rules r ON (r.issuer_id, r.alert_id) = (s.issuer_id, s.id)
      WHERE s.issuer_id = i.id AND s.state = 'active' AND r.replaced_at IS NULL AND r.days IS NOT NULL)`;
  let found = 0;
  for (const one of watching) found += await fireOverdueOf(one);
  return found;
}

/** The day on which charge `t` has waited as long as rule `r` allows. */
const DUE = Prisma.sql`(t.posting_date + r.days)`;

function fireOverdueOf({ issuerId, timeZone, today }: Watching): Promise<number> {
  return transaction(async (tx) => {
    const fired = await readRows(tx, firedRow)`
      WITH watched AS MATERIALIZED (
        SELECT r.*, p.path, p.company_id, 
          greatest((r.since AT TIME ZONE ${timeZone})::date, alert.snoozed_until) AS since_day
        FROM spending_alerts alert
        JOIN spending_alert_rules r ON (r.issuer_id, r.alert_id) = (alert.issuer_id, alert.id)
        ${atNode('alert.node_id', 'p')}
        WHERE alert.issuer_id = ${issuerId}::uuid AND ${watching(issuerId)} AND r.replaced_at IS NULL AND r.days IS NOT NULL
      )
      INSERT INTO spending_alert_firings (issuer_id, id, alert_id, rule_id, place_id, transaction_id, posting_date, amount,
        currency, fired_at)
      SELECT t.issuer_id, gen_random_uuid(), r.alert_id, r.id, t.account_id, t.id, t.posting_date, t.billed_amount,
        t.billed_currency, ${now()}
      FROM watched r
      ${accountsBelow('r')}
      ${bookedOn('n.id')}
        AND t.posting_date > ${today}::date - ${LATE_DAYS + MOST_DAYS}::int AND t.posting_date < ${today}::date
        AND (r.company_id IS NULL OR r.company_id = t.company_id)
      WHERE ${DUE} BETWEEN greatest(r.since_day, ${today}::date - ${LATE_DAYS}::int) AND ${today}::date
        AND ${CHARGED} AND ${MATCHES} AND ${waiting()}
      ORDER BY r.id, t.id
      ON CONFLICT DO NOTHING
      ${FIRED}`;
    await announceFired(tx, issuerId, fired);
    return fired.length;
  });
}
