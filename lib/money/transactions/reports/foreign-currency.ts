import type { StandardReport } from '../../../kit/listing/data-set';

/** What was paid in another currency than it was billed in this quarter, and at which rate. */
export const FOREIGN_CURRENCY: StandardReport = {
  list: 'transactions',
  columns: [
    'transactionDate',
    'merchantName',
    'account',
    'amount',
    'conversionRate',
    'billedAmount',
    'sourceReference'
  ],
  query: { foreign: 'true' },
  period: 'quarter'
};
