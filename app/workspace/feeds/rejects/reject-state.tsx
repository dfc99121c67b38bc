import type { Translate } from '@/lib/core/language/texts';
import type { SeenReject } from '@/lib/money/feeds/correct-reject';
import { Badge } from '../../ui/badge';

const TONES = { open: 'warning', settled: 'good', dismissed: 'neutral' } as const;

/** The state of a rejected row. */
export const RejectState = ({ state, t }: { state: SeenReject['state']; t: Translate }) => (
  <Badge tone={TONES[state]}>{t(`feed.reject.state.${state}`)}</Badge>
);
