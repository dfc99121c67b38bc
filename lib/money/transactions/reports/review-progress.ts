import type { StandardReport } from '../../../kit/listing/data-set';

/** How many transactions of each cardholder are in which state this quarter. */
export const REVIEW_PROGRESS: StandardReport = {
  list: 'transactions',
  columns: ['merchantName'],
  groups: ['person'],
  pivot: 'state',
  period: 'quarter'
};
