import type { Translate } from '@/lib/core/language/texts';
import type { Batch } from '@/lib/money/batches/batches';
import { Badge } from '../../ui/badge';
import { LIST } from '../shown';

export const BATCHES = `${LIST}/batches`;

/** The state of a file. */
export function BatchBadge({ t, batch }: { t: Translate; batch: Batch }) {
  if (batch.appliedAt) return <Badge tone="good">{t('batch.applied')}</Badge>;
  return batch.faults.length > 0 ? (
    <Badge tone="bad">{t('batch.state.faulty')}</Badge>
  ) : (
    <Badge tone="warning">{t('batch.state.ready')}</Badge>
  );
}
