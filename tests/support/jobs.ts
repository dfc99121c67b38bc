import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import type { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { bulkProgress } from '@/lib/kit/bulk/do-bulk';
import type { JobHandler } from '@/lib/kit/jobs/job-run';
import { type JobProgress, jobProgress } from '@/lib/kit/jobs/own-jobs';
import { type JobHandlers, workJobs } from '@/lib/kit/jobs/work-jobs';
import { granted } from './results';
import { until } from './until';
import { startWorker } from './worker';

/** Handlers that take any payload. */
export const takingAnything = (
  handlers: Readonly<Record<string, JobHandler<Record<string, unknown>>>>,
  atOnce?: number
): JobHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([kind, does]) => [kind, { payload: z.looseObject({}), does, atOnce }])
  ) as JobHandlers;

/** Has this process work on jobs for as long as something takes. */
export async function working<T>(handlers: JobHandlers, something: () => Promise<T>): Promise<T> {
  const stop = await workJobs(handlers);
  try {
    return await something();
  } finally {
    await stop();
  }
}

/** The outcome of a job processed by a worker. */
export const ended = (principal: Principal, jobId: string): Promise<JobProgress> =>
  until(async () => {
    const job = await jobProgress(principal, jobId);
    return job?.finishedAt && job;
  });

/** Works on jobs until one has ended. */
export const untilEnded = (principal: Principal, jobId: string): Promise<JobProgress> =>
  working(jobHandlers, () => ended(principal, jobId));

/** The job that a bulk action became. */
export function bulkJob(asked: Awaited<ReturnType<typeof askBulk>>): string {
  const begun = granted(asked);
  if (!('job' in begun)) throw new Error('it was done at once');
  return begun.job;
}

/** The outcome and the report of a bulk action processed by a worker. */
export const bulkEnded = (principal: Principal, jobId: string) =>
  until(async () => {
    const job = await bulkProgress(principal, jobId);
    return job?.finishedAt && job;
  });

/** A process of its own that works on jobs (tests/support/job-worker.mjs), to be killed. */
export const aWorker = () => startWorker('job');

/** Kills a worker, as a power cut would. */
export async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

/** Has a process of its own take a job up, and kills it as soon as the job is so far; how far it was. */
export async function killedWhen(
  principal: Principal,
  jobId: string,
  isSoFar: (job: JobProgress) => boolean
): Promise<JobProgress> {
  const worker = await aWorker();
  try {
    return await until(async () => {
      const job = await jobProgress(principal, jobId);
      if (job?.finishedAt) throw new Error('the job was too quick to be killed');
      return job?.status === 'processing' && isSoFar(job) && job;
    }, 2);
  } finally {
    await kill(worker);
  }
}
