import type { Translate } from '@/lib/core/language/texts';
import type { AdvanceState } from '@/lib/money/expenses/advances/advances';
import { Badge } from '../ui/badge';

/** Whether anything of an advance is left, in words. */
export const AdvanceBadge = ({ state, t }: { state: AdvanceState; t: Translate }) => (
  <Badge tone={state === 'open' ? 'info' : 'good'}>{t(`advance.state.${state}`)}</Badge>
);
