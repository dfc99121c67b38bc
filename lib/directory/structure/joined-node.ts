import { Prisma } from '../../core/database/prisma/client';

/** Joins node `n` of a row that has its issuer and its id in these columns. */
export const joinedNode = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`JOIN nodes n ON (n.issuer_id, n.id) = (${issuer}, ${id})`;
