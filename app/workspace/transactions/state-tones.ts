import type { TransactionState } from '@/lib/money/transactions/states';

/** How each state looks; its name says what it is. */
export const STATE_TONES: Record<TransactionState, 'neutral' | 'good' | 'warning'> = {
  open: 'warning',
  reviewed: 'neutral',
  approved: 'good',
  exported: 'good'
};
