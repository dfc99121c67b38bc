import type { Translate } from '@/lib/core/language/texts';
import type { ReportStatus } from '@/lib/money/expenses/states';
import { Badge } from '../ui/badge';

/** The tone of each shown state. */
const TONES = { saved: 'neutral', sent_back: 'bad', submitted: 'info', rerouted: 'info', approved: 'good' } as const;

/** The state of a report in a word or two. */
export const StatusBadge = ({ status, t }: { status: ReportStatus; t: Translate }) => (
  <Badge tone={TONES[status]}>{t(`expense.report.status.${status}`)}</Badge>
);
