import type { StandardReport } from '../../../kit/listing/data-set';

/** The transactions that nobody has reviewed yet, the oldest first. */
export const UNREVIEWED_TRANSACTIONS: StandardReport = {
  list: 'transactions',
  columns: ['postingDate', 'person', 'account', 'merchantName', 'billedAmount', 'receipt', 'purpose'],
  query: { state: 'open', sort: 'postingDate' }
};
