import type { StandardReport } from '../../../kit/listing/data-set';

/** What was spent in each category, and there at each merchant. */
export const SPEND_BY_CATEGORY: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { spent: 'true' },
  groups: ['category', 'merchantName'],
  largest: true,
  period: 'month.last'
};
