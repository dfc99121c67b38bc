import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { type ScopedColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { atAccount, atNode } from '../../directory/structure/reads/joins';
import { AUTHORIZATIONS_FROM, seenAuthorizations } from '../purchasing/authorizations/activity';
import { atTransaction } from '../transactions/reads/joins';
import { isOwn, reportsFrom } from './alerts';
import { ANSWER_OF_FIRING } from './answered-sql';
import type { Measure } from './schema';

export const firingRow = z.strictObject({
  id: z.string(),
  measure: textOf<Measure>(),
  placeName: z.string(),
  lastFour: z.string().nullable(),
  /** The charge; of a total and of an authorization: none. */
  transactionId: z.string().nullable(),
  merchantName: z.string().nullable(),
  postingDate: z.string().nullable(),
  /** The first and the last day of a total. */
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  step: z.number().nullable(),
  /** Of an authorization, and of one that was declined. */
  askedAt: z.date().nullable(),
  declinedAt: z.date().nullable(),
  /** How long the charge has waited. */
  days: z.number().nullable(),
  amount: z.string(),
  /** What it reached; null where no amount is wanted. */
  reached: z.string().nullable(),
  currency: z.string(),
  firedAt: z.date()
});

/** One time that an alert fired: for a charge, for a total of a card or a place, or for an authorization. */
export type Firing = z.infer<typeof firingRow>;

export const FIRING_COLUMNS = Prisma.sql`f.id, r.measure, p.name_1 AS "placeName",
  coalesce(d.last_four, pa.last_four) AS "lastFour", f.transaction_id AS "transactionId",
  coalesce(t.merchant_name, d.merchant_name) AS "merchantName", d.asked_at AS "askedAt",
  CASE WHEN d.answer = 'declined' THEN d.asked_at END AS "declinedAt", r.days, f.posting_date::text AS "postingDate", f.period_start::text AS "periodStart",
  (f.period_start + ('1 ' || r.period)::interval - interval '1 day')::date::text AS "periodEnd", f.step,
  trim_scale(f.amount)::text AS amount, trim_scale(f.reached)::text AS reached, f.currency, f.fired_at AS "firedAt"`;

/** The firings `f` with their rules `r`, their places `p`, their charges `t` and their authorizations `d`. */
export const FIRINGS = Prisma.sql`spending_alert_firings f
  JOIN spending_alert_rules r ON (r.issuer_id, r.id) = (f.issuer_id, f.rule_id)
  ${atNode('f.place_id', 'p')}
  LEFT ${atAccount('p.id', 'pa')}
  LEFT ${atTransaction('f', 'transaction_id')}
  ${ANSWER_OF_FIRING}`;

/** The columns for the scope: a charge lies where it was booked, all else at its place. */
export const firingColumns: ScopedColumns = {
  issuer: Prisma.sql`f.issuer_id`,
  company: Prisma.sql`coalesce(t.company_id, p.company_id)`,
  path: Prisma.sql`p.path`
};

/** The condition that the principal sees what fired, if a card answered it: that takes a right of its own (C6.032). */
export const isAnswerSeen = (principal: Principal): Prisma.Sql => Prisma.sql`(f.authorization_id IS NULL OR EXISTS (
  SELECT 1 FROM ${AUTHORIZATIONS_FROM}
  WHERE (a.issuer_id, a.id) = (f.issuer_id, f.authorization_id) AND ${seenAuthorizations(principal)}))`;

/**
 * Those of an alert's firings that a reader has the right to know of now, oldest first: of transactions in their part, and
 * of what a card of theirs or in their part answered.
 */
export async function firingsFor(
  tx: Transaction,
  reader: Principal,
  { issuerId, firingIds }: { issuerId: string; firingIds: readonly string[] }
): Promise<Firing[]> {
  const seesCharges = may(reader, 'transactions', 'view')
    ? Prisma.sql`TRUE`
    : Prisma.sql`f.authorization_id IS NOT NULL`;
  return readRows(tx, firingRow)`
    SELECT ${FIRING_COLUMNS} FROM ${FIRINGS}
    WHERE f.issuer_id = ${issuerId}::uuid AND f.id = ANY(${[...firingIds]}::uuid[])
      AND ${within(reader.scope, firingColumns)} AND ${seesCharges} AND ${isAnswerSeen(reader)}
    ORDER BY coalesce(f.posting_date, f.period_start), f.id`;
}

const SHOWN = 50;

/** The firings of one of the principal's own alerts whose reports are kept, the newest first; at most 50. */
export const ownFirings = (principal: Principal, alertId: string): Promise<Firing[]> =>
  readRows(database(), firingRow)`
    SELECT ${FIRING_COLUMNS} FROM ${FIRINGS}
    JOIN spending_alerts s ON (s.issuer_id, s.id) = (f.issuer_id, f.alert_id)
    ${atNode('s.node_id')}
    WHERE s.id = ${alertId}::uuid AND f.fired_at > ${reportsFrom()} AND ${isOwn(principal)}
      AND ${within(principal.scope, firingColumns)} AND ${isAnswerSeen(principal)}
    ORDER BY f.fired_at DESC, f.id LIMIT ${SHOWN}`;
