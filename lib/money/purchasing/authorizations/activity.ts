import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { nodeColumns, within } from '../../../access/policy/scope';
import { database } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { jsonOf, readRows } from '../../../core/database/rows';
import { postedUnder } from '../../transactions/posted';
import type { Failure } from '../decide';
import { ownRequests, REQUESTS_FROM } from '../requests';

/** Every authorization `a` with its card `c`, request `q` and node `n`. */
export const AUTHORIZATIONS_FROM = Prisma.sql`${REQUESTS_FROM}
  JOIN virtual_cards c ON (c.issuer_id, c.request_id) = (q.issuer_id, q.id)
  JOIN authorization_activity a ON (a.issuer_id, a.card_id) = (c.issuer_id, c.id)`;

/**
 * The condition that a principal sees an authorization: with the right to it, cardholders those of their own cards, others
 * those of their part of the structure (C6.032).
 */
export function seenAuthorizations(principal: Principal): Prisma.Sql {
  if (!may(principal, 'authorization_activity', 'view')) return Prisma.sql`FALSE`;
  const own = ownRequests(principal);
  return principal.role === 'A' ? own : Prisma.sql`(${within(principal.scope, nodeColumns('n'))} OR ${own})`;
}

const activityRow = z.strictObject({
  id: z.string(),
  at: z.date(),
  merchant: z.string(),
  amount: z.string(),
  currency: z.string(),
  approved: z.boolean(),
  failures: jsonOf<Failure[]>(),
  /** What its merchant released before booking it. */
  reversed: z.string(),
  /** What was booked of it, less what was refunded; null as long as nothing is. */
  booked: z.string().nullable(),
  /** The transactions that were posted of it. */
  transactions: z.array(z.string())
});

/** What a card answered to a merchant, and every control that said no. */
export type CardAnswer = z.infer<typeof activityRow>;

const LATEST = 20;

/** The last answers of the card of a request, the latest first; null for whoever may not see them (C6.032). */
export async function answersOf(
  principal: Principal,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<CardAnswer[] | null> {
  if (!may(principal, 'authorization_activity', 'view')) return null;
  return readRows(database(), activityRow)`
    SELECT a.id, a.asked_at AS at, a.merchant_name AS merchant,
      round(a.amount, greatest(2, scale(trim_scale(a.amount))))::text AS amount, a.currency,
      a.answer = 'approved' AS approved, a.failures,
      round(a.reversed, greatest(2, scale(trim_scale(a.reversed))))::text AS reversed,
      round(b.booked, greatest(2, scale(trim_scale(b.booked))))::text AS booked, b.transactions
    FROM ${AUTHORIZATIONS_FROM}
    CROSS JOIN LATERAL (
      SELECT sum(k.amount) AS booked,
        coalesce(array_agg(t.id::text ORDER BY k.cleared_at, k.id) FILTER (WHERE t.id IS NOT NULL), '{}') AS transactions
      FROM clearings k LEFT JOIN LATERAL ${postedUnder(Prisma.sql`k.issuer_id`, Prisma.sql`k.reference`)} t ON true
      WHERE k.issuer_id = a.issuer_id AND k.authorization_id = a.id) b
    WHERE q.issuer_id = ${issuerId}::uuid AND q.id = ${id}::uuid AND ${seenAuthorizations(principal)}
    ORDER BY a.asked_at DESC, a.id DESC LIMIT ${LATEST}`;
}
