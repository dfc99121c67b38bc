import { Prisma } from '../../core/database/prisma/client';

/** Joins the node that two columns name, as `n`. */
export const atNode = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`JOIN nodes n ON (n.issuer_id, n.id) = (${issuer}, ${id})`;
