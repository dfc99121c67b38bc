import { Prisma } from '../database/prisma/client';

/** The file `f` of a row, as a join of its statement; none for a row without one. */
export const joinedFile = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`LEFT JOIN files f ON (f.issuer_id, f.id) = (${issuer}, ${id})`;
