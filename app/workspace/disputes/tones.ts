import type { DisputeState } from '@/lib/money/disputes/states';

/** The tone of each state. */
export const DISPUTE_TONES: Record<DisputeState, 'neutral' | 'good' | 'warning' | 'bad' | 'info'> = {
  draft: 'warning',
  submitted: 'info',
  under_review: 'info',
  won: 'good',
  partly_won: 'good',
  lost: 'bad',
  refunded: 'good',
  past_time: 'bad',
  withdrawn: 'neutral'
};
