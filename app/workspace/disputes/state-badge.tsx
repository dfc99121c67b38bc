import type { Translate } from '@/lib/core/language/texts';
import type { DisputeState } from '@/lib/money/disputes/states';
import { Badge } from '../ui/badge';
import { DISPUTE_TONES } from './tones';

/** The state of a dispute in words. */
export const DisputeBadge = ({ state, t }: { state: DisputeState; t: Translate }) => (
  <Badge tone={DISPUTE_TONES[state]}>{t(`dispute.state.${state}`)}</Badge>
);
