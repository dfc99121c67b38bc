import { Prisma } from '../../../core/database/prisma/client';
import { idRow, type Reader, readRows } from '../../../core/database/rows';

/** The ids of all issuers, in order. */
export async function allIssuerIds(db: Reader): Promise<string[]> {
  const issuers = await readRows(db, idRow)`SELECT i.id FROM issuers i ORDER BY i.id`;
  return issuers.map(({ id }) => id);
}

/** The number of the issuer with an id, as an expression of SQL. */
export const numberOfIssuer = (issuer: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT i.number FROM issuers i WHERE i.id = ${issuer})`;
