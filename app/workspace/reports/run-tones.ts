import type { JobStatus } from '@/lib/kit/jobs/own-jobs';

/** The tone of a run's status. */
export const RUN_TONES = {
  queued: 'neutral',
  processing: 'info',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral'
} as const satisfies Record<JobStatus, string>;
