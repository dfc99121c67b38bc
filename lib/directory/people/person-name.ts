import { Prisma } from '../../core/database/prisma/client';

/** The name of a user as an expression of SQL, by the expressions of their issuer and id; null for nobody. */
export const personName = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE (u.issuer_id, u.id) = (${issuer}, ${id}))`;
