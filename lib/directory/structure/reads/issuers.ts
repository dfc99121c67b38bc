import { Prisma } from '../../../core/database/prisma/client';
import { exists, idRow, type Reader, readRows } from '../../../core/database/rows';

/** The ids of all issuers, in order. */
export async function allIssuerIds(db: Reader): Promise<string[]> {
  const issuers = await readRows(db, idRow)`SELECT i.id FROM issuers i ORDER BY i.id`;
  return issuers.map(({ id }) => id);
}

/** The number of the issuer with an id, as an expression of SQL. */
export const numberOfIssuer = (issuer: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT i.number FROM issuers i WHERE i.id = ${issuer})`;

/** Whether there is an issuer with an id. */
export const isIssuer = (db: Reader, id: string): Promise<boolean> =>
  exists(db)`SELECT 1 FROM issuers i WHERE i.id = ${id}::uuid`;

/** The issuers, as rows. */
export const ISSUERS = Prisma.sql`(SELECT id, number, name, time_zone FROM issuers)`;
