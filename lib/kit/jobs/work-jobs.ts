import { setTimeout as pause } from 'node:timers/promises';
import { Claims } from '../../core/database/claims';
import { database } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { keyRow, readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { log } from '../../core/server/log';
import { workOn } from '../../core/server/loop';
import { type JobKindDeclaration, JobRun, JobStopped, type TakenJob, takenJobRow } from './job-run';

/** Who does the jobs of each kind, how many at once, and what their payload is. */
export type JobHandlers = Readonly<Record<string, Pick<JobKindDeclaration, 'payload' | 'does' | 'atOnce'>>>;

const POLL_MILLIS = 1_000;
/**
 * Each kind has a lane of its own, of one job at once where it asks for no more: the long work of one module never
 * holds up another's, and one that takes much memory takes it once. All lanes together work on half as many jobs as the
 * process has connections at most, so that pages and the outbox always have the others.
 */
const mostAtOnce = () => Math.floor(config().DATABASE_POOL / 2);
/** Jobs of others that are passed by when one is taken up: more than all processes together work on. */
const MOST_LOOKED_AT = 500;
/** A job that broke off so often would break off the next time too; one whose process dies gets some more tries. */
const MAX_FAILURES = 3;
const MAX_ATTEMPTS = 10;

const FAILED: Refusal = { code: 'job.failed' };

const nameOf = ({ issuerId, id }: { issuerId: string; id: string }) => `job/${issuerId}/${id}`;

/** A job that this process works on. */
interface Running {
  kind: string;
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Works on jobs until the returned function has ended. A job is held by the process that works on it; those
 * that a dead process left are taken up where they were.
 */
export async function workJobs(handlers: JobHandlers): Promise<() => Promise<void>> {
  const running = new Map<string, Running>();
  const abandon = () => {
    for (const { abort } of running.values()) abort.abort();
  };
  const claims = new Claims('tessera-jobs', abandon);
  const kindsWithRoom = () => {
    if (running.size >= mostAtOnce()) return [];
    const busy = [...running.values()].map(({ kind }) => kind);
    return Object.entries(handlers)
      .filter(([kind, { atOnce = 1 }]) => busy.filter((one) => one === kind).length < atOnce)
      .map(([kind]) => kind);
  };

  /** Takes up the oldest job that nobody holds, of a kind that there is room for, and goes on beside it. */
  const takeUp = async (): Promise<boolean> => {
    const kinds = kindsWithRoom();
    if (kinds.length === 0) return false;
    const waiting = await readRows(database(), keyRow)`
      SELECT issuer_id AS "issuerId", id FROM jobs
      WHERE status IN ('queued', 'processing') AND kind = ANY(${kinds}::text[])
      ORDER BY created_at LIMIT ${MOST_LOOKED_AT}`;
    for (const job of waiting) {
      const name = nameOf(job);
      // Locks of one connection don't exclude each other.
      if (running.has(name) || !(await claims.take(name))) continue;
      const taken = await begin(job).catch(async (err) => {
        await claims.release(name);
        throw err;
      });
      if (taken) {
        const abort = new AbortController();
        const ended = runJob(handlers, taken, abort.signal).finally(async () => {
          await claims.release(name);
          running.delete(name);
          loop.wake();
        });
        running.set(name, { kind: taken.kind, abort, ended });
        return true;
      }
      await claims.release(name);
    }
    return false;
  };

  const loop = await workOn({ name: 'jobs', channel: 'job_queued', everyMillis: POLL_MILLIS, next: takeUp });
  return async () => {
    abandon();
    await loop.stop();
    // One may have been taken up in between.
    abandon();
    await Promise.all([...running.values()].map(({ ended }) => ended));
    await claims.close();
  };
}

/** Notes that a job is taken up; null when it came to an end meanwhile. */
async function begin({ issuerId, id }: { issuerId: string; id: string }): Promise<TakenJob | null> {
  const [taken] = await readRows(database(), takenJobRow)`
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
    // Only kinds that somebody handles are taken up.
    const { payload, does } = handlers[job.kind] as JobHandlers[string];
    const read = payload.safeParse(job.payload);
    if (!read.success) {
      log.error({ err: read.error, kind: job.kind, job: job.id }, 'the payload of a job does not fit its kind');
      return await end(taken, { refusal: FAILED });
    }
    const result = await does(new JobRun({ ...job, payload: read.data }, checkpoint, attempts, signal));
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
