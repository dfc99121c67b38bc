import type { StandardReport } from '../../../kit/listing/data-set';

/** What the accounts of each department spent, company by company. */
export const SPEND_BY_DEPARTMENT: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { spent: 'true' },
  groups: ['company', 'parent'],
  largest: true,
  period: 'month.last'
};
