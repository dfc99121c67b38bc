import { Prisma } from '../../../core/database/prisma/client';

/** The number of the export that two columns name, as an expression of SQL. */
export const numberOfExport = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT e.number FROM ledger_exports e WHERE (e.issuer_id, e.id) = (${issuer}, ${id}))`;
