import type { BrandState } from '@/lib/brand/studio/brand-list';
import type { Translate } from '@/lib/core/language/texts';
import { Badge } from '../ui/badge';

const TONES = { published: 'good', changed: 'warning', new: 'warning', archived: 'neutral' } as const;

/** Whether a brand is published as it is edited, in a word or two. */
export function StateBadge({ state, t }: { state: BrandState; t: Translate }) {
  return <Badge tone={TONES[state]}>{t(`brand.studio.state.${state}`)}</Badge>;
}
