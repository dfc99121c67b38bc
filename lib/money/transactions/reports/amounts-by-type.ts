import type { StandardReport } from '../../../kit/listing/data-set';

/** What each cardholder’s transactions of this quarter amount to, by their type. */
export const AMOUNTS_BY_TYPE: StandardReport = {
  list: 'transactions',
  columns: ['billedAmount'],
  groups: ['person'],
  pivot: 'type',
  period: 'quarter'
};
