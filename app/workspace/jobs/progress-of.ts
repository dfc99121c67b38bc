import type { Translate } from '@/lib/core/language/texts';
import type { JobProgress } from '@/lib/kit/jobs/own-jobs';
import type { ProgressReport } from '../ui/progress';

export type Watched = Pick<JobProgress, 'id' | 'status' | 'done' | 'total' | 'finishedAt'>;

/** The progress of a job, for the first rendering and each poll. */
export const progressOf = (t: Translate, { status, done, total, finishedAt }: Watched): ProgressReport => ({
  done,
  ...(total !== null && { total }),
  text: total === null ? t(`job.status.${status}`) : t('job.progress', { done, total }),
  finished: finishedAt !== null
});
