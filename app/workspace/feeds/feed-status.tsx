import type { Translate } from '@/lib/core/language/texts';
import type { JobStatus } from '@/lib/kit/jobs/own-jobs';
import { Badge } from '../ui/badge';

const TONES = {
  queued: 'neutral',
  processing: 'neutral',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warning'
} as const;

/** The status of a feed. */
export const FeedStatus = ({ status, t }: { status: JobStatus; t: Translate }) => (
  <Badge tone={TONES[status]}>{t(`job.status.${status}`)}</Badge>
);
