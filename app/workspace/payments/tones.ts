import type { PaymentState } from '@/lib/money/payments/states';

/** The tone of each state. */
export const PAYMENT_TONES: Record<PaymentState, 'neutral' | 'good' | 'warning' | 'bad' | 'info'> = {
  scheduled: 'info',
  cancelled: 'neutral',
  sent: 'info',
  accepted: 'info',
  paid: 'good',
  returned: 'bad'
};
