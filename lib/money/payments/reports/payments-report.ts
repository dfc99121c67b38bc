import type { StandardReport } from '../../../kit/listing/data-set';

/** The payments of a period by account and state, with what they were paid from. */
export const PAYMENTS_REPORT: StandardReport = {
  list: 'payments',
  columns: ['reference', 'account', 'payOn', 'amount', 'state', 'from', 'payer', 'madeAt'],
  query: { sort: 'payOn' },
  period: 'year'
};
