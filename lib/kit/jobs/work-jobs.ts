import { setTimeout as pause } from 'node:timers/promises';
import { database } from '../../core/database/database';
import { listen } from '../../core/database/listen';
import type { Prisma } from '../../core/database/prisma/client';
import type { Refusal } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { log } from '../../core/server/log';
import { Claims } from './claims';
import { type JobHandler, JobRun, JobStopped, type TakenJob } from './job-run';

/** Handlers by the kind of job. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Jobs worked on at once in a process. */
const LANES = 2;
const POLL_MILLIS = 1_000;
/** Jobs of others that are passed by when one is taken up: more than all processes together work on. */
const MOST_LOOKED_AT = 500;
/** A job that broke off so often would break off the next time too; one whose process dies gets some more tries. */
const MAX_FAILURES = 3;
const MAX_ATTEMPTS = 10;

const FAILED: Refusal = { code: 'job.failed' };

const nameOf = ({ issuerId, id }: { issuerId: string; id: string }) => `job/${issuerId}/${id}`;

/**
 * Works on jobs until the returned function has ended. A job is held by the process that works on it; those
 * that a dead process left are taken up where they were.
 */
export async function workJobs(handlers: JobHandlers): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const running = new Map<string, AbortController>();
  const wakers = new Set<() => void>();
  const wake = () => {
    for (const waker of wakers) waker();
  };
  const abandon = () => {
    for (const run of running.values()) run.abort();
  };
  const claims = new Claims(abandon);
  const stopListening = await listen('job_queued', wake);

  /** Takes the oldest job that nobody holds. */
  const take = async (): Promise<TakenJob | null> => {
    const waiting = await database().$queryRaw<{ issuerId: string; id: string }[]>`
      SELECT issuer_id AS "issuerId", id FROM jobs WHERE status IN ('queued', 'processing')
      ORDER BY created_at LIMIT ${MOST_LOOKED_AT}`;
    for (const job of waiting) {
      const name = nameOf(job);
      // Locks of one connection don't exclude each other.
      if (running.has(name) || stopping.signal.aborted) continue;
      running.set(name, new AbortController());
      let taken: TakenJob | null = null;
      try {
        if (!(await claims.take(name))) continue;
        taken = await begin(job);
        if (taken) return taken;
        await claims.release(name);
      } finally {
        if (!taken) running.delete(name);
      }
    }
    return null;
  };

  const lane = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const job = await take().catch((err) => {
        log.error({ err }, 'no job could be taken');
        return null;
      });
      if (job) {
        const name = nameOf(job);
        await runJob(handlers, job, (running.get(name) as AbortController).signal);
        await claims.release(name);
        running.delete(name);
      } else if (!stopping.signal.aborted) await nextWake(wakers);
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  return async () => {
    stopping.abort();
    abandon();
    wake();
    await Promise.all(lanes);
    await claims.close();
    await stopListening();
  };
}

function nextWake(wakers: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const waker = () => {
      clearTimeout(timer);
      wakers.delete(waker);
      resolve();
    };
    const timer = setTimeout(waker, POLL_MILLIS);
    wakers.add(waker);
  });
}

/** Notes that a job is taken up; null when it came to an end meanwhile. */
async function begin({ issuerId, id }: { issuerId: string; id: string }): Promise<TakenJob | null> {
  const [taken] = await database().$queryRaw<TakenJob[]>`
    UPDATE jobs SET status = 'processing', attempts = attempts + 1, started_at = coalesce(started_at, ${now()})
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND status IN ('queued', 'processing')
    RETURNING issuer_id AS "issuerId", id, kind, node_id AS "nodeId", owner_user_id AS "ownerUserId",
      payload, checkpoint, attempts`;
  return taken ?? null;
}

async function runJob(handlers: JobHandlers, taken: TakenJob, signal: AbortSignal): Promise<void> {
  const { checkpoint, attempts, ...job } = taken;
  try {
    if (attempts > MAX_ATTEMPTS) return await end(taken, { refusal: FAILED });
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`nobody handles jobs of kind ${job.kind}`);
    const result = await handler(new JobRun(job, checkpoint, attempts, signal));
    await end(taken, result.ok ? { result: result.value } : { refusal: result.refusal });
  } catch (err) {
    if (err instanceof JobStopped || signal.aborted) return;
    log.error({ err, kind: job.kind, job: job.id, attempts }, 'a job broke off');
    if (attempts >= MAX_FAILURES) return await end(taken, { refusal: FAILED }).catch(() => {});
    // Tried again, since what was in the way (a database that was away, a deadlock) may be gone.
    await pause(Math.min(200 * 2 ** attempts, 5_000), undefined, { signal }).catch(() => {});
  }
}

/** The end of a job, unless it was cancelled or taken over meanwhile. */
async function end(
  { issuerId, id, attempts }: TakenJob,
  { result, refusal }: { result?: Prisma.InputJsonObject; refusal?: Refusal }
): Promise<void> {
  await database().$executeRaw`
    UPDATE jobs SET status = ${refusal ? 'failed' : 'completed'}::job_status, finished_at = ${now()},
      result = ${result ? JSON.stringify(result) : null}::jsonb, refusal = ${refusal ? JSON.stringify(refusal) : null}::jsonb
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND status = 'processing' AND attempts = ${attempts}`;
}
