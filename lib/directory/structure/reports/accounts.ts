import type { StandardReport } from '../../../kit/listing/data-set';

/** Every account with its card, its state and its limit. */
export const ACCOUNTS: StandardReport = {
  list: 'accounts',
  columns: ['name1', 'name2', 'cardNumber', 'cardType', 'state', 'creditLimit', 'openedOn', 'closedOn']
};
