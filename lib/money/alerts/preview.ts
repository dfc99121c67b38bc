import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import { timeZoneAt, todayAt } from '../../directory/structure/reads/today';
import { seenAuthorizations } from '../purchasing/authorizations/activity';
import { atPlace, belowPlace } from '../transactions/at-place';
import { TRANSACTIONS_WITH_ACCOUNTS } from '../transactions/reads/with-accounts';
import { transactionColumns } from '../transactions/transactions';
import { ANSWER_MET, answeredAs } from './answered-sql';
import { type AlertPlace, alertPlace } from './places';
import { CHARGED, LIMIT, MATCHES, MET, PERIOD_OF, STEPS, WANTED_STEP, waiting } from './rule-sql';
import { BY_DAYS, OF_ANSWERS, type RuleEntry } from './schema';

/** The days that a preview looks back, today included. */
const PREVIEW_DAYS = 90;

const previewRow = z.strictObject({ count: z.number(), last: z.string().nullable() });

/** How often an alert would have fired in the last 90 days, and on which day last. */
export type AlertPreview = z.infer<typeof previewRow>;

/**
 * What a rule would have found among the transactions that the principal sees, by the conditions that fire alerts; null for
 * a place outside the principal's part.
 */
export async function previewAlert(principal: Principal, rule: RuleEntry): Promise<AlertPreview | null> {
  const place = may(principal, 'alerts', 'view') ? await alertPlace(principal, rule.nodeId) : null;
  if (!place) return null;
  const [today, timeZone] = await Promise.all([todayAt(principal.issuerId), timeZoneAt(principal.issuerId)]);
  const from = Prisma.sql`(${today}::date - ${PREVIEW_DAYS - 1}::int)`;
  const watched = { place, rule, seen: within(principal.scope, transactionColumns) };
  const counted = countedBy(principal, watched, { from, today, timeZone });
  const [found] = await reading((db) => readRows(db, previewRow)`${counted}`);
  return found as AlertPreview;
}

interface Days {
  from: Prisma.Sql;
  today: string;
  timeZone: string;
}

function countedBy(principal: Principal, watched: Watched, days: Days): Prisma.Sql {
  const { measure, period } = watched.rule;
  if (OF_ANSWERS.includes(measure)) return answers(principal, watched, days);
  if (BY_DAYS.includes(measure)) return overdue(watched, days);
  return period ? totals(watched, days.from, days.today) : charges(watched, days.from, days.today);
}

interface Watched {
  place: AlertPlace;
  rule: RuleEntry;
  /** The condition that transaction `t` is in the principal's scope. */
  seen: Prisma.Sql;
}

/** The entered rule as row `r`. */
const entered = ({
  measure,
  amount,
  currency,
  percent,
  period,
  early,
  categories,
  merchant,
  ...rule
}: RuleEntry) => Prisma.sql`
  (SELECT ${measure}::text AS measure, ${amount}::numeric AS amount, ${currency}::text AS currency,
     ${percent}::int AS percent, ${period}::text AS period, ${early}::boolean AS early,
     ${categories}::text[] AS categories, ${merchant}::text AS merchant, ${rule.countries}::text[] AS countries,
     ${rule.days}::int AS days, ${rule.fromTime}::text AS from_time, ${rule.toTime}::text AS to_time,
     ${rule.weekends}::boolean AS weekends, ${rule.timeZone}::text AS time_zone) r`;

/** The charges `t` of a place that the rule `r` looks at. */
const watchedBy = ({ place, rule, seen }: Watched) => Prisma.sql`
  FROM ${entered(rule)}
  CROSS JOIN ${TRANSACTIONS_WITH_ACCOUNTS}
  WHERE ${atPlace(place)} AND ${seen} AND ${CHARGED} AND ${MATCHES}`;

const charges = (watched: Watched, from: Prisma.Sql, today: string) => Prisma.sql`
  SELECT count(*)::int AS count, max(t.posting_date)::text AS last
  ${watchedBy(watched)} AND t.posting_date BETWEEN ${from} AND ${today}::date AND ${MET}`;

/** Charges that had waited as long as the rule allows, on the day on which they had. */
const overdue = (watched: Watched, { from, today, timeZone }: Days) => Prisma.sql`
  SELECT count(*)::int AS count, max(t.posting_date + r.days)::text AS last
  ${watchedBy(watched)} AND t.posting_date BETWEEN ${from} - r.days AND ${today}::date - r.days
    AND (${waiting(Prisma.sql`((t.posting_date + r.days)::timestamp AT TIME ZONE ${timeZone})`)})`;

/** What cards in the place answered, as far as the principal sees it. */
const answers = (principal: Principal, { place, rule }: Watched, { from, today, timeZone }: Days) => Prisma.sql`
  SELECT count(*)::int AS count, max((t.asked_at AT TIME ZONE ${timeZone})::date)::text AS last
  FROM ${entered(rule)}
  CROSS JOIN ${answeredAs(
    Prisma.sql`a.issuer_id = ${place.issuerId}::uuid AND ${belowPlace(place)} AND ${seenAuthorizations(principal)}`
  )}
  WHERE ${ANSWER_MET} AND ${MATCHES} AND (t.asked_at AT TIME ZONE ${timeZone})::date BETWEEN ${from} AND ${today}::date`;

/** Whose total a charge counts in: its card's, or that of the one place. */
const PLACE = Prisma.sql`CASE WHEN r.measure <> 'place_total' THEN t.account_id END`;

/** Totals from the first day of their periods; each step counts on the day on which it was reached. */
const totals = (watched: Watched, from: Prisma.Sql, today: string) => Prisma.sql`
  WITH running AS (
    SELECT ${PLACE} AS place_id, ${PERIOD_OF} AS starts, t.posting_date, ${LIMIT} AS most, r.early,
      sum(t.billed_amount) OVER (PARTITION BY ${PLACE}, ${PERIOD_OF} ORDER BY t.posting_date, t.id) AS total
    ${watchedBy(watched)}
      AND t.posting_date BETWEEN date_trunc(r.period, ${from}::timestamp)::date AND ${today}::date
  ), passed AS (
    SELECT r.place_id, r.starts, s.step, min(r.posting_date) AS day
    FROM running r CROSS JOIN ${STEPS} s
    WHERE ${WANTED_STEP} AND r.total >= r.most * s.step / 100
    GROUP BY 1, 2, 3
  )
  SELECT count(*)::int AS count, max(day)::text AS last FROM passed WHERE day >= ${from}`;
