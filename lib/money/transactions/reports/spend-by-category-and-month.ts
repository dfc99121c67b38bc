import type { StandardReport } from '../../../kit/listing/data-set';

/** What was spent in each category, the months of the year beside each other. */
export const SPEND_BY_CATEGORY_AND_MONTH: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { spent: 'true' },
  groups: ['category'],
  pivot: 'month',
  period: 'year'
};
