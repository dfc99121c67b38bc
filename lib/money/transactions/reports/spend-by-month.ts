import type { StandardReport } from '../../../kit/listing/data-set';

/** What was spent in each month of the year, by category. */
export const SPEND_BY_MONTH: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { spent: 'true' },
  groups: ['month', 'category'],
  period: 'year'
};
