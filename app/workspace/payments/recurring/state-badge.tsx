import type { Translate } from '@/lib/core/language/texts';
import type { RecurringState } from '@/lib/money/payments/recurring/states';
import { Badge } from '../../ui/badge';

const TONES = { active: 'good', paused: 'warning', stopped: 'neutral' } as const;

/** The state of a recurring payment. */
export const RecurringBadge = ({ state, t }: { state: RecurringState; t: Translate }) => (
  <Badge tone={TONES[state]}>{t(`recurring.state.${state}`)}</Badge>
);
