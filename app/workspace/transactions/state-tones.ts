import type { TransactionState } from '@/lib/money/transactions/states';

/** The tone of each state. */
export const STATE_TONES: Record<TransactionState, 'neutral' | 'good' | 'warning'> = {
  open: 'warning',
  reviewed: 'neutral',
  approved: 'good',
  exported: 'good'
};
