import type { Translate } from '@/lib/core/language/texts';
import type { PayableState } from '@/lib/money/expenses/payable/files';
import { Badge } from '../ui/badge';

/** Whether a payable file stands, in words. */
export const PayableBadge = ({ state, t }: { state: PayableState; t: Translate }) => (
  <Badge tone={state === 'written' ? 'good' : 'neutral'}>{t(`payable.state.${state}`)}</Badge>
);
