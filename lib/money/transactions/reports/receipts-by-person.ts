import type { StandardReport } from '../../../kit/listing/data-set';

/** How many purchases of each cardholder have a receipt this quarter. */
export const RECEIPTS_BY_PERSON: StandardReport = {
  list: 'transactions',
  columns: ['merchantName'],
  query: { type: 'purchase' },
  groups: ['person'],
  pivot: 'receipt',
  period: 'quarter'
};
