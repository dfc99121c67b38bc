import type { StandardReport } from '../../../kit/listing/data-set';

/** What each account took out in cash and paid in fees this quarter. */
export const CASH_AND_FEES: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { type: 'cash\nfee', 'type.is': 'in' },
  groups: ['person', 'account'],
  pivot: 'type',
  largest: true,
  period: 'quarter'
};
