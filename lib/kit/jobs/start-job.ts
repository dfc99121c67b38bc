import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';

export interface NewJob {
  /** Who does it: the name of its handler (lib/composition/process/job-handlers.ts). */
  kind: string;
  /** What only one job of its kind may work on at a time: a company, an issuer. */
  nodeId: string;
  payload: Prisma.InputJsonObject;
}

/**
 * Queues long work in the transaction that asks for it, and gives its id. Refuses while another of its kind
 * works on the node (CD.35). What the job may do is checked here and by the caller: it outlives the session.
 */
export async function startJob(tx: Transaction, principal: Principal, job: NewJob): Promise<Result<string>> {
  const { issuerId, userId, scope } = principal;
  const nodes = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM nodes n
    WHERE n.issuer_id = ${issuerId}::uuid AND n.id = ${job.nodeId}::uuid AND ${within(scope, nodeColumns('n'))}`;
  if (nodes.length === 0) return refused({ code: 'not.found' });
  const id = newId();
  const queued = await tx.$executeRaw`
    INSERT INTO jobs (issuer_id, id, kind, node_id, owner_user_id, payload, created_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${job.kind}, ${job.nodeId}::uuid, ${userId}::uuid,
      ${JSON.stringify(job.payload)}::jsonb, ${now()})
    ON CONFLICT (issuer_id, node_id, kind) WHERE status IN ('queued', 'processing') DO NOTHING`;
  return queued === 1 ? accepted(id) : refused({ code: 'job.running' });
}
