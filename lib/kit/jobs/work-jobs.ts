import { setTimeout as pause } from 'node:timers/promises';
import { daysLater } from '../../core/calendar/days';
import { Claims } from '../../core/database/claims';
import { database, type Transaction, transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { keyRow, readRows } from '../../core/database/rows';
import { type Refusal, type Result, refused } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { log } from '../../core/server/log';
import { workOn } from '../../core/server/loop';
import { nodeName } from '../../directory/structure/reads/node-that';
import type { Notice } from '../notices/notice';
import { postNotice } from '../notices/post-notice';
import { type JobKindDeclaration, JobRun, JobStopped, type TakenJob, takenJobRow } from './job-run';

/** The handlers of all kinds, with their concurrency and payload. */
export type JobHandlers = Readonly<
  Record<string, Pick<JobKindDeclaration, 'payload' | 'does' | 'atOnce' | 'outcomeAt' | 'ended' | 'fileDays'>>
>;

const POLL_MILLIS = 1_000;
/**
 * Each kind has its own lane, with one job at once by default: a module's jobs never delay another module's, and
 * memory-intensive ones don't overlap. All lanes together run at most half as many jobs as the process has connections,
 * so that pages and the outbox have the rest.
 */
const mostAtOnce = () => Math.floor(config().DATABASE_POOL / 2);
/** The number of jobs held by other processes that are skipped: more than all processes run together. */
const MOST_LOOKED_AT = 500;
/** The number of issuers whose last turn is remembered. */
const MOST_SERVED = 1_000;
/** A job that has failed this often would fail again; one whose process dies gets some more tries. */
const MAX_FAILURES = 3;
const MAX_ATTEMPTS = 10;

const FAILED: Refusal = { code: 'job.failed' };

const nameOf = ({ issuerId, id }: { issuerId: string; id: string }) => `job/${issuerId}/${id}`;

/** A job that runs in this process. */
interface Running {
  kind: string;
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Runs jobs until the returned function is called. A running job is held by its process; jobs of a dead process
 * continue from their checkpoint.
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

  // The issuers whose jobs this process began, the last one at the end.
  let served: string[] = [];

  /**
   * Starts a free job of a kind with capacity, without waiting for its end: the oldest of the issuer that has the fewest of
   * its kind before it and was served longest ago, so that an issuer with many jobs holds up no other.
   */
  const takeUp = async (): Promise<boolean> => {
    const kinds = kindsWithRoom();
    if (kinds.length === 0) return false;
    const waiting = await readRows(database(), keyRow)`
      SELECT issuer_id AS "issuerId", id FROM (
        SELECT issuer_id, id, created_at,
          row_number() OVER (PARTITION BY issuer_id, kind ORDER BY status = 'queued', created_at) AS turn
        FROM jobs WHERE status IN ('queued', 'processing') AND kind = ANY(${kinds}::text[])
      ) AS waiting
      ORDER BY turn, coalesce(array_position(${served}::uuid[], issuer_id), 0), created_at LIMIT ${MOST_LOOKED_AT}`;
    for (const job of waiting) {
      const name = nameOf(job);
      // Locks of one connection don't exclude each other.
      if (running.has(name) || !(await claims.take(name))) continue;
      const taken = await begin(job).catch(async (err) => {
        await claims.release(name);
        throw err;
      });
      if (taken) {
        served = [...served.filter((issuerId) => issuerId !== job.issuerId), job.issuerId].slice(-MOST_SERVED);
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
    // Another job may have been started in between.
    abandon();
    await Promise.all([...running.values()].map(({ ended }) => ended));
    await claims.close();
  };
}

/** Records the start of a run; null if the job has ended meanwhile. */
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
  // Only kinds with a handler are started.
  const { payload, does, outcomeAt, ended, fileDays } = handlers[job.kind] as JobHandlers[string];
  const read = payload.safeParse(job.payload);
  const asked = read.success ? { ...job, payload: read.data } : null;
  const page = (asked && outcomeAt?.(asked)) ?? null;
  const follow = (outcome: Result<Prisma.InputJsonObject>) => async (tx: Transaction) => {
    if (asked) await ended?.(tx, asked, outcome);
  };
  const fail = () => end(taken, { refusal: FAILED, page, follow: follow(refused(FAILED)) });
  try {
    if (attempts > MAX_ATTEMPTS) return await fail();
    if (!asked) {
      log.error({ err: read.error, kind: job.kind, job: job.id }, 'the payload of a job does not fit its kind');
      return await fail();
    }
    const result = await does(new JobRun(asked, checkpoint, attempts, signal));
    const ending = result.ok ? { result: result.value, fileDays } : { refusal: result.refusal };
    await end(taken, { ...ending, page, follow: follow(result) });
  } catch (err) {
    if (err instanceof JobStopped || signal.aborted) return;
    log.error({ err, kind: job.kind, job: job.id, attempts }, 'a job broke off');
    if (attempts >= MAX_FAILURES) return await fail().catch(() => {});
    // Retried, because the cause (an unavailable database, a deadlock) may be gone.
    await pause(Math.min(200 * 2 ** attempts, 5_000), undefined, { signal }).catch(() => {});
  }
}

interface Ended {
  result?: Prisma.InputJsonObject;
  refusal?: Refusal;
  /** The page with the outcome, to which a notice leads; null: nobody is told. */
  page: `/workspace/${string}` | null;
  /** How long the file that it made is kept. */
  fileDays?: number | undefined;
  /** What follows from it. */
  follow(tx: Transaction): Promise<void>;
}

/** Ends a job, unless it was cancelled or taken over meanwhile. */
function end(job: TakenJob, { result, refusal, page, fileDays, follow }: Ended): Promise<void> {
  const { issuerId, id, attempts } = job;
  return transaction(async (tx) => {
    const ended = await tx.$executeRaw`
      UPDATE jobs SET status = ${refusal ? 'failed' : 'completed'}::job_status, finished_at = ${now()},
        result = ${result ? JSON.stringify(result) : null}::jsonb, refusal = ${refusal ? JSON.stringify(refusal) : null}::jsonb
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND status = 'processing' AND attempts = ${attempts}`;
    if (ended !== 1) return;
    await follow(tx);
    if (!page) return;
    const fileUntil = fileDays === undefined || refusal ? undefined : daysLater(now(), fileDays);
    await tellOwner(tx, job, {
      kind: refusal ? 'job.failed' : 'job.completed',
      href: page,
      ...(fileUntil && { fileUntil })
    });
  });
}

/** Tells the owner of a job in the inbox that it has ended. */
async function tellOwner(
  tx: Transaction,
  { issuerId, ownerUserId: userId, kind, nodeId }: TakenJob,
  told: Pick<Notice, 'kind' | 'href' | 'fileUntil'>
): Promise<void> {
  const place = await nodeName(tx, { issuerId, id: nodeId });
  const params = { what: { key: `job.kind.${kind}` as TextKey }, place };
  await postNotice(tx, { issuerId, userId, params, ...told });
}
