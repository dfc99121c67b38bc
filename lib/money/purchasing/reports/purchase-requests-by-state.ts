import type { StandardReport } from '../../../kit/listing/data-set';

/** How many requests are in each state, by template, with their limits added up (C2.026). */
export const PURCHASE_REQUESTS_BY_STATE: StandardReport = {
  list: 'purchase-requests',
  columns: ['total', 'purchaseLimit'],
  groups: ['state', 'template'],
  period: 'year'
};
