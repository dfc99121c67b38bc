import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';

const jobRow = z.strictObject({ kind: z.string(), running: z.boolean() });

/** Cancels one of the user's own jobs: it stops, and uncommitted work is undone. Refuses one that has ended. */
export function cancelJob(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  const { issuerId, userId } = principal;
  return transaction(async (tx) => {
    const [job] = await readRows(tx, jobRow)`
      SELECT kind, status IN ('queued', 'processing') AS running FROM jobs
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND owner_user_id = ${userId}::uuid FOR UPDATE`;
    if (!job) return refused({ code: 'not.found' });
    if (!job.running) return refused({ code: 'job.ended' });
    await tx.job.updateMany({ where: { issuerId, id }, data: { status: 'cancelled', finishedAt: now() } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'job.cancelled',
      entity: 'job',
      entityId: id,
      details: { kind: job.kind }
    });
    return accepted(null);
  });
}
