import type { Translate } from '@/lib/core/language/texts';
import type { PaymentState } from '@/lib/money/payments/states';
import { Badge } from '../ui/badge';
import { PAYMENT_TONES } from './tones';

/** The state of a payment in words. */
export const PaymentBadge = ({ state, t }: { state: PaymentState; t: Translate }) => (
  <Badge tone={PAYMENT_TONES[state]}>{t(`payment.state.${state}`)}</Badge>
);
