import type { StandardReport } from '../../../kit/listing/data-set';

/** The purchases without a receipt, by cardholder. */
export const TRANSACTIONS_WITHOUT_RECEIPT: StandardReport = {
  list: 'transactions',
  columns: ['postingDate', 'person', 'account', 'merchantName', 'billedAmount', 'state'],
  query: { type: 'purchase', receipt: 'false' },
  period: 'quarter'
};
