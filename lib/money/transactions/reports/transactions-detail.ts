import type { StandardReport } from '../../../kit/listing/data-set';

/** Every transaction of a period, with its codes of origin and its state. */
export const TRANSACTIONS_DETAIL: StandardReport = {
  list: 'transactions',
  columns: [
    'postingDate',
    'transactionDate',
    'merchantName',
    'merchantCity',
    'category',
    'account',
    'cardNumber',
    'type',
    'billedAmount',
    'amount',
    'purpose',
    'receipt',
    'state',
    'sourceReference'
  ],
  query: { sort: 'postingDate' },
  period: 'month.last'
};
