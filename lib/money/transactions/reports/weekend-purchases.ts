import type { StandardReport } from '../../../kit/listing/data-set';

/** Purchases on Saturdays and Sundays of this quarter, by cardholder. */
export const WEEKEND_PURCHASES: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { weekend: 'true', type: 'purchase' },
  groups: ['person', 'merchantName'],
  largest: true,
  period: 'quarter'
};
