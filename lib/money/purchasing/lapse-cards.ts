import { z } from 'zod';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { todayAt } from '../../directory/structure/reads/today';
import { lapseRecord } from '../../kit/setup/lapse-record';
import { isOver } from './card-expiry';
import realCard from './entities/real-card';
import { REAL_CARDS } from './real-cards';

const ORIGIN: Origin = { requestId: 'real-cards', address: '127.0.0.1', userAgent: '' };
const BATCH = 1_000;

const overRow = z.strictObject({ issuerId: z.string(), ownerId: z.string(), id: z.string(), expiry: z.string() });

/** Makes real cards inactive whose month is over where their issuer is (C4.044). Returns how many. */
export async function lapseCards(): Promise<number> {
  const over = await readRows(database(), overRow)`
    SELECT r.issuer_id AS "issuerId", r.owner_id AS "ownerId", r.id, r.expiry FROM ${REAL_CARDS} r
    WHERE r.active AND to_date(r.expiry, 'MM/YY') + interval '1 month' <= ${now()}::timestamptz + interval '1 day'
    LIMIT ${BATCH}`;
  let lapsed = 0;
  for (const { expiry, issuerId, ...card } of over) {
    // In some issuers' time zones the month goes on for some hours.
    if (!isOver(expiry, await todayAt(issuerId))) continue;
    if (await transaction((tx) => lapseRecord(tx, realCard, { issuerId, ...card }, ORIGIN))) lapsed += 1;
  }
  return lapsed;
}
