import { rowOf, sqlName } from '../database/names';
import { Prisma } from '../database/prisma/client';

/** The file `f` of a row, as a join of its statement; none for a row without one. */
export const joinedFile = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`LEFT JOIN files f ON (f.issuer_id, f.id) = (${issuer}, ${id})`;

/** Joins the large file `l` that a column names, `a.file_id`, in the issuer of its row. `LEFT` may stand before it. */
export const joinedLargeFile = (column: string): Prisma.Sql =>
  Prisma.sql`JOIN large_files l ON (l.issuer_id, l.id) = (${rowOf(column)}.issuer_id, ${sqlName(column)})`;
