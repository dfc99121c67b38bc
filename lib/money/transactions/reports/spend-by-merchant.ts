import type { StandardReport } from '../../../kit/listing/data-set';

/** What was spent at each merchant. */
export const SPEND_BY_MERCHANT: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { spent: 'true' },
  groups: ['merchantName'],
  largest: true,
  period: 'month.last'
};
