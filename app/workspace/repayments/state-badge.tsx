import type { Translate } from '@/lib/core/language/texts';
import type { RepaymentState } from '@/lib/money/expenses/repayments/states';
import { Badge } from '../ui/badge';

const TONES: Record<RepaymentState, 'neutral' | 'good' | 'bad' | 'info'> = {
  to_send: 'info',
  in_file: 'info',
  settled: 'good',
  returned: 'bad',
  cancelled: 'neutral'
};

/** The state of a repayment in words. */
export const RepaymentBadge = ({ state, t }: { state: RepaymentState; t: Translate }) => (
  <Badge tone={TONES[state]}>{t(`repayment.state.${state}`)}</Badge>
);
