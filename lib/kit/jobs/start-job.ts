import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { isNodeThat } from '../../directory/structure/reads/node-that';
import { JOB_KINDS, type JobKind } from './job-kinds';

export interface NewJob {
  kind: JobKind;
  /** The node of the job: a company, an issuer. */
  nodeId: string;
  /** The payload, which the kind's schema parses. */
  payload: object;
}

/**
 * Queues a job in the transaction that requests it and returns its id. Refuses a second job at the node if the kind
 * runs alone (CD.35). The caller checks the permission, because the job outlives the session.
 */
export async function startJob(tx: Transaction, principal: Principal, job: NewJob): Promise<Result<string>> {
  const { issuerId, userId, scope } = principal;
  const isInPart = await isNodeThat(tx, { issuerId, id: job.nodeId }, within(scope, nodeColumns('n')));
  if (!isInPart) return refused({ code: 'not.found' });
  const id = await queueJob(tx, { ...job, issuerId, ownerUserId: userId });
  return id ? accepted(id) : refused({ code: 'job.running' });
}

/** A job of a user whom nobody asked, such as of a schedule: its handler checks the permissions. */
type UnaskedJob = Omit<NewJob, 'kind'> & { issuerId: string; ownerUserId: string };

/** Queues such jobs of a kind that doesn't run alone. */
export async function queueJobs(tx: Transaction, kind: JobKind, jobs: readonly UnaskedJob[]): Promise<void> {
  if (JOB_KINDS[kind].alone) throw new TypeError(`jobs of the kind ${kind} run alone`);
  const shared = { kind, alone: false, createdAt: now() };
  await tx.job.createMany({ data: jobs.map((job) => ({ ...job, ...shared, id: newId() })) });
}

/** Returns the id of the job; null if the kind runs alone and one of it runs at the node. */
async function queueJob(
  tx: Transaction,
  { issuerId, ownerUserId, kind, nodeId, payload }: NewJob & { issuerId: string; ownerUserId: string }
): Promise<string | null> {
  const id = newId();
  const queued = await tx.$executeRaw`
    INSERT INTO jobs (issuer_id, id, kind, alone, node_id, owner_user_id, payload, created_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${kind}, ${JOB_KINDS[kind].alone}, ${nodeId}::uuid, ${ownerUserId}::uuid,
      ${JSON.stringify(payload)}::jsonb, ${now()})
    ON CONFLICT (issuer_id, node_id, kind) WHERE alone AND status IN ('queued', 'processing') DO NOTHING`;
  return queued === 1 ? id : null;
}
