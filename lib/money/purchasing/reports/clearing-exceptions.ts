import type { StandardReport } from '../../../kit/listing/data-set';

/** Where requests, authorizations and clearings differ, with who has to settle it. */
export const CLEARING_EXCEPTIONS: StandardReport = {
  list: 'reconciliation',
  columns: ['kind', 'number', 'card', 'supplier', 'requester', 'owner', 'since', 'amount'],
  query: { sort: 'since' }
};
