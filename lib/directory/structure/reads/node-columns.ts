import { Prisma } from '../../../core/database/prisma/client';

/** The path of the node that two columns name, as an expression of SQL. */
export const pathOfNode = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT place.path FROM nodes place WHERE (place.issuer_id, place.id) = (${issuer}, ${id}))`;

/** The name of the node that two columns name, as an expression of SQL. */
export const nameOfNode = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT place.name_1 FROM nodes place WHERE (place.issuer_id, place.id) = (${issuer}, ${id}))`;

/** The ids of the accounts whose node `n` meets a condition, as a statement. */
export const accountIds = (condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT n.id FROM nodes n WHERE n.kind = 'account' AND ${condition}`;
