import { z } from 'zod';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';

/** The day of an instant in the time zone of an issuer with row `i`. */
export const dayOf = (at: Date) => Prisma.sql`(${at}::timestamptz AT TIME ZONE i.time_zone)::date`;

/** The time zone of the issuer with an id, as an expression of SQL. */
export const timeZoneIn = (issuer: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT i.time_zone FROM issuers i WHERE i.id = ${issuer})`;

/** The day of an instant in the time zone of the issuer with an id, as an expression of SQL. */
export const dayIn = (issuer: Prisma.Sql, at: Date | Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${at}::timestamptz AT TIME ZONE ${timeZoneIn(issuer)})::date`;

const dayRow = z.strictObject({ day: z.string() });

/** The day of an instant in the time zone of an issuer, `2026-02-28`. */
export async function dayAt(issuerId: string, at: Date, tx: Transaction = database()): Promise<string> {
  const [row] = await readRows(tx, dayRow)`
    SELECT ${dayOf(at)}::text AS day FROM issuers i WHERE i.id = ${issuerId}::uuid`;
  return (row as { day: string }).day;
}

/** The current day in the time zone of an issuer. */
export const todayAt = (issuerId: string, tx: Transaction = database()): Promise<string> => dayAt(issuerId, now(), tx);

const zoneRow = z.strictObject({ timeZone: z.string() });

/** The time zone of an issuer. */
export async function timeZoneAt(issuerId: string, tx: Transaction = database()): Promise<string> {
  const [row] = await readRows(
    tx,
    zoneRow
  )`SELECT i.time_zone AS "timeZone" FROM issuers i WHERE i.id = ${issuerId}::uuid`;
  return (row as { timeZone: string }).timeZone;
}
