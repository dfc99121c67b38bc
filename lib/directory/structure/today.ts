import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';

/** The current day in the time zone of an issuer with row `i`. */
export const dayOf = (at: Date) => Prisma.sql`(${at}::timestamptz AT TIME ZONE i.time_zone)::date`;

const todayRow = z.strictObject({ today: z.string() });

/** The same as a single value, `2026-02-28`. */
export async function todayAt(issuerId: string, tx: Transaction = database()): Promise<string> {
  const [row] = await readRows(tx, todayRow)`
    SELECT ${dayOf(now())}::text AS today FROM issuers i WHERE i.id = ${issuerId}::uuid`;
  return (row as { today: string }).today;
}

const zoneRow = z.strictObject({ timeZone: z.string() });

/** The time zone of an issuer. */
export async function timeZoneAt(issuerId: string, tx: Transaction = database()): Promise<string> {
  const [row] = await readRows(
    tx,
    zoneRow
  )`SELECT i.time_zone AS "timeZone" FROM issuers i WHERE i.id = ${issuerId}::uuid`;
  return (row as { timeZone: string }).timeZone;
}
