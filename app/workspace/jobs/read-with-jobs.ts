import type { Principal } from '@/lib/access/policy/principal';
import { type JobProgress, jobProgress } from '@/lib/kit/jobs/own-jobs';

/**
 * Reads a record after the states of its jobs: the changes of an ended job are then all visible, and a page with a
 * running job polls. In the other order, a page could show old data forever if a job ended in between.
 * @param read reads the record; null if the reader may not see it
 * @param jobIdsOf the jobs of the record
 * @returns the record and each job's progress, ordered by id; null for another user's job
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
