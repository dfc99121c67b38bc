import type { StandardReport } from '../../../kit/listing/data-set';

/** What merchants gave back this quarter. */
export const CREDITS: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { type: 'credit' },
  groups: ['merchantName', 'person'],
  period: 'quarter'
};
