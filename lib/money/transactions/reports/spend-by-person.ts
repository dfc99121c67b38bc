import type { StandardReport } from '../../../kit/listing/data-set';

/** What each cardholder spent, by account. */
export const SPEND_BY_PERSON: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  query: { spent: 'true' },
  groups: ['person', 'account'],
  largest: true,
  period: 'month.last'
};
