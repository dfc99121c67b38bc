import { Prisma } from '../../../core/database/prisma/client';

/** The condition that user `u` is another person at the company of a user; above companies, at the same place. */
export const isColleagueOf = ({ issuerId, userId }: { issuerId: string; userId: string }): Prisma.Sql => Prisma.sql`
  u.issuer_id = ${issuerId}::uuid AND EXISTS (SELECT 1 FROM users me WHERE me.issuer_id = u.issuer_id AND me.id = ${userId}::uuid
    AND CASE WHEN me.company_id IS NULL THEN u.node_id = me.node_id ELSE u.company_id = me.company_id END
    AND u.id NOT IN (SELECT person_ids(me.issuer_id, me.id)))`;
