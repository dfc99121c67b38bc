import type { StandardReport } from '../../../kit/listing/data-set';

/** What was asked for, of whom and for how much, and its state (C2.026). */
export const PURCHASE_REQUESTS_REPORT: StandardReport = {
  list: 'purchase-requests',
  columns: ['number', 'requester', 'supplier', 'template', 'total', 'purchaseLimit', 'state', 'card', 'created'],
  query: { sort: 'created' },
  period: 'year'
};
