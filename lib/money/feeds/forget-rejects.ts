import { z } from 'zod';
import { settingColumn } from '../../access/settings/setting-value';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { isoDay } from '../../core/calendar/days';
import { database, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { ISSUERS } from '../../directory/structure/reads/issuers';

const BATCH = 1_000;
const MOST_BATCHES = 50;
const ORIGIN: Origin = { requestId: 'retention', address: '127.0.0.1', userAgent: '' };

const issuerRow = z.strictObject({ id: z.string(), before: z.date() });

/**
 * Deletes rejected rows that were settled or dismissed longer ago than their issuer's retention (C5.027), a thousand in
 * a transaction. Open rejects, and the feed with its totals, stay. Returns the number of deleted rows.
 */
export async function forgetRejects(): Promise<number> {
  let gone = 0;
  const issuers = await readRows(database(), issuerRow)`
    SELECT i.id, d.before FROM ${ISSUERS} i CROSS JOIN LATERAL (
      SELECT ${now()}::timestamptz - make_interval(months => (
        ${settingColumn('data.retention.months', Prisma.sql`i.id`, Prisma.sql`NULL::uuid`)})::int) AS before) d
    WHERE EXISTS (SELECT 1 FROM feed_rejects r
      WHERE r.issuer_id = i.id AND r.state <> 'open' AND r.settled_at < d.before)`;
  for (const { id, before } of issuers)
    for (let batch = 0, deleted = BATCH; deleted === BATCH && batch < MOST_BATCHES; batch++) {
      deleted = await deleteBatch(id, before);
      gone += deleted;
    }
  return gone;
}

const deleteBatch = (issuerId: string, before: Date): Promise<number> =>
  transaction(async (tx) => {
    const deleted = await tx.$executeRaw`
      DELETE FROM feed_rejects WHERE (issuer_id, id) IN (
        SELECT issuer_id, id FROM feed_rejects
        WHERE issuer_id = ${issuerId}::uuid AND state <> 'open' AND settled_at < ${before}
        ORDER BY settled_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    if (deleted > 0)
      await appendAudit(tx, ORIGIN, {
        issuerId,
        action: 'feed.rejects_expired',
        entity: 'issuer',
        entityId: issuerId,
        nodeId: issuerId,
        details: { count: deleted, before: isoDay(before) }
      });
    return deleted;
  });
