import { Prisma } from '../../core/database/prisma/client';
import { AUTHORIZATIONS_FROM } from '../purchasing/authorizations/activity';

/**
 * The answered authorizations that meet a condition, with the columns of a charge `t` that rules ask for, at the node of
 * their request.
 */
export const answeredAs = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT a.issuer_id, a.id, a.asked_at, a.answer, a.kind, a.amount AS billed_amount, a.currency AS billed_currency,
    a.merchant_name, a.category AS merchant_category_code, n.id AS node_id, n.path
  FROM ${AUTHORIZATIONS_FROM}
  WHERE ${condition}) t`;

/** What clocks of rule `r` showed when authorization `t` was asked for; clocks that go back show a time twice. */
const LOCAL = Prisma.sql`(t.asked_at AT TIME ZONE r.time_zone)`;
const CLOCK = Prisma.sql`to_char(${LOCAL}, 'HH24:MI')`;

/**
 * The condition that authorization `t` was asked for out of hours: within the times of rule `r`, the first included, the last
 * not, over midnight where the first is the later one; or on a Saturday or Sunday. An increment belongs to the authorization
 * that it raises, which was told of.
 */
const OUT_OF_HOURS = Prisma.sql`(t.billed_amount > 0 AND t.kind <> 'increment' AND (
  CASE WHEN r.from_time < r.to_time THEN ${CLOCK} >= r.from_time AND ${CLOCK} < r.to_time
    WHEN r.from_time > r.to_time THEN ${CLOCK} >= r.from_time OR ${CLOCK} < r.to_time ELSE FALSE END
  OR r.weekends AND extract(isodow FROM ${LOCAL}) >= 6))`;

/** The condition that rule `r` looks at authorizations, and tells of the answered one `t`. */
export const ANSWER_MET = Prisma.sql`CASE r.measure
  WHEN 'declined' THEN t.answer = 'declined' WHEN 'out_of_hours' THEN ${OUT_OF_HOURS} ELSE FALSE END`;

/** The authorization `d` of firing `f`, if that is its cause. */
export const ANSWER_OF_FIRING = Prisma.sql`LEFT JOIN LATERAL (
  SELECT a.merchant_name, a.asked_at, a.answer, c.last_four FROM ${AUTHORIZATIONS_FROM}
  WHERE (a.issuer_id, a.id) = (f.issuer_id, f.authorization_id)) d ON TRUE`;
