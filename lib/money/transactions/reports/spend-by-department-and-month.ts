import type { StandardReport } from '../../../kit/listing/data-set';

/** What the accounts of each department spent, the months of the year beside each other. */
export const SPEND_BY_DEPARTMENT_AND_MONTH: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { spent: 'true' },
  groups: ['company', 'parent'],
  pivot: 'month',
  period: 'year'
};
