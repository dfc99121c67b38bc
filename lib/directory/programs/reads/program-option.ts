import { Prisma } from '../../../core/database/prisma/client';
import { exists, type Reader } from '../../../core/database/rows';

/** The name of the program option that two columns name, as an expression of SQL. */
export const nameOfProgramOption = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT o.name FROM program_options o WHERE (o.issuer_id, o.id) = (${issuer}, ${id}))`;

/** Keeps a program option until the commit; false if an issuer has none with that id. */
export const holdProgramOption = (db: Reader, issuerId: string, id: string): Promise<boolean> =>
  exists(db)`SELECT 1 FROM program_options WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR KEY SHARE`;
