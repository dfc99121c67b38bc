import type { BrandState } from '@/lib/brand/studio/brand-list';
import type { Translate } from '@/lib/core/language/texts';
import { Badge } from '../ui/badge';

const TONES = { published: 'good', changed: 'warning', new: 'warning', archived: 'neutral' } as const;

/** Shows whether the draft of a brand is published. */
export function StateBadge({ state, t }: { state: BrandState; t: Translate }) {
  return <Badge tone={TONES[state]}>{t(`brand.studio.state.${state}`)}</Badge>;
}
