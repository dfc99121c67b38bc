import { now } from '../core/clock';
import { database, type Transaction } from '../core/database';

/** The day that it is where an issuer is, `2026-02-28`. */
export async function todayAt(issuerId: string, tx: Transaction = database()): Promise<string> {
  const [row] = await tx.$queryRaw<{ today: string }[]>`
    SELECT (${now()}::timestamptz AT TIME ZONE time_zone)::date::text AS today FROM issuers WHERE id = ${issuerId}::uuid`;
  return (row as { today: string }).today;
}
