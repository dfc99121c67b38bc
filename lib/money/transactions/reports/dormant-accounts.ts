import type { StandardReport } from '../../../kit/listing/data-set';

/** Active accounts that nobody has used for more than 90 days, what has been idle longest first. */
export const DORMANT_ACCOUNTS: StandardReport = {
  list: 'account-use',
  columns: ['name1', 'person', 'cardNumber', 'cardType', 'creditLimit', 'openedOn', 'lastUsed', 'idleDays'],
  query: { state: 'active', 'idleDays.from': '91' }
};
