import { z } from 'zod';
import { type KeptPrincipal, may, principalAgain } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { exists, jsonOf, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { UNFINISHED_JOBS } from '../../kit/jobs/reads/unfinished';
import { startFeed } from './bring-feed';
import { IMPORT_JOB } from './import-feed';

const waitingFeedRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  owner: jsonOf<KeptPrincipal & { origin: Origin }>()
});
type WaitingFeed = z.infer<typeof waitingFeedRow>;

/**
 * Starts the oldest waiting feed of each issuer without a feed in progress. A feed with a job is in progress or
 * complete.
 */
export async function startWaitingFeeds(): Promise<void> {
  const waiting = await readRows(database(), waitingFeedRow)`
    SELECT DISTINCT ON (f.issuer_id) f.issuer_id AS "issuerId", f.id, f.owner FROM feeds f
    WHERE f.status = 'queued' AND NOT EXISTS (SELECT 1 FROM ${UNFINISHED_JOBS} j
      WHERE j.issuer_id = f.issuer_id AND j.kind = ${IMPORT_JOB})
    ORDER BY f.issuer_id, f.created_at`;
  for (const feed of waiting) await start(feed);
}

async function start({ issuerId, id, owner }: WaitingFeed): Promise<void> {
  const principal = await principalAgain(owner);
  await transaction(async (tx) => {
    const isFree = await exists(tx)`
      SELECT 1 FROM feeds WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND status = 'queued'
      FOR UPDATE SKIP LOCKED`;
    if (!isFree) return;
    if (principal && may(principal, 'feeds', 'run')) return startFeed(tx, principal, id, owner.origin);
    await tx.feed.updateMany({
      where: { issuerId, id },
      data: { status: 'failed', refusal: { code: 'user.not.authorized' }, finishedAt: now() }
    });
  });
}
