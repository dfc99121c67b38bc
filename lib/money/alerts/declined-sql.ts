import { Prisma } from '../../core/database/prisma/client';
import { AUTHORIZATIONS_FROM } from '../purchasing/authorizations/activity';

/**
 * The declined authorizations that meet a condition, with the columns of a charge `t` that rules ask for, at the node of
 * their request.
 */
export const declinedAs = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT a.issuer_id, a.id, a.asked_at, a.amount AS billed_amount, a.currency AS billed_currency, a.merchant_name,
    a.category AS merchant_category_code, n.id AS node_id, n.path
  FROM ${AUTHORIZATIONS_FROM}
  WHERE a.answer = 'declined' AND ${condition}) t`;

/** The declined authorization `d` of firing `f`, if that is its cause. */
export const DECLINED_OF_FIRING = Prisma.sql`LEFT JOIN LATERAL (
  SELECT a.merchant_name, a.asked_at, c.last_four FROM ${AUTHORIZATIONS_FROM}
  WHERE (a.issuer_id, a.id) = (f.issuer_id, f.authorization_id)) d ON TRUE`;
