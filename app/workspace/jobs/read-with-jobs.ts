import type { Principal } from '@/lib/access/policy/principal';
import { type JobProgress, jobProgress } from '@/lib/kit/jobs/own-jobs';

/**
 * A record that jobs work on, read after the jobs' states: what a job left that has ended is then all there, and while
 * one goes on the page looks again by itself. Read the other way round, a page could show for ever what a job that ended
 * in between was about to change.
 * @param read the record; null where it isn't to be seen
 * @param jobIdsOf the jobs that work or worked on it
 * @returns the record and each job's progress, in the order of their ids: null for a job of somebody else
 */
export async function readWithJobs<T>(
  principal: Principal,
  read: () => Promise<T | null>,
  jobIdsOf: (record: T) => readonly (string | null)[]
): Promise<{ record: T; jobs: (JobProgress | null)[] } | null> {
  const before = await read();
  if (!before) return null;
  const jobs = await Promise.all(jobIdsOf(before).map((id) => (id === null ? null : jobProgress(principal, id))));
  const record = jobs.some((job) => job !== null) ? await read() : before;
  return record && { record, jobs };
}
