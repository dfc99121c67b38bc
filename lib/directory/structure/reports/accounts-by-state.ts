import type { StandardReport } from '../../../kit/listing/data-set';

/** How many accounts are in each state, with their limits added up. */
export const ACCOUNTS_BY_STATE: StandardReport = {
  list: 'accounts',
  columns: ['creditLimit'],
  groups: ['state', 'cardType']
};
