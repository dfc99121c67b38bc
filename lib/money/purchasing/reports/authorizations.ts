import type { StandardReport } from '../../../kit/listing/data-set';

/** What virtual cards answered to merchants in a period (C2.026, C6.032). */
export const AUTHORIZATIONS_REPORT: StandardReport = {
  list: 'authorizations',
  columns: ['at', 'number', 'card', 'merchant', 'amount', 'answer', 'reason', 'requester'],
  query: { sort: 'at' },
  period: 'year'
};
