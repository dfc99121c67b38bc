import { Prisma } from '../../../core/database/prisma/client';

/**
 * What counts as booked of an authorization `a`: all of its clearings once one is final, before that no less than was
 * approved; null as long as there are none. What a merchant gives back frees nothing.
 */
export const CLEARED = Prisma.sql`(
  SELECT CASE WHEN bool_or(k.final) THEN sum(k.amount) ELSE greatest(a.amount - a.reversed, sum(k.amount)) END
  FROM clearings k WHERE k.issuer_id = a.issuer_id AND k.authorization_id = a.id AND k.amount > 0)`;
