import type { StandardReport } from '../../../kit/listing/data-set';

/** What was declined, by the first control that said no and by merchant (C2.026, C6.032). */
export const DECLINED_AUTHORIZATIONS: StandardReport = {
  list: 'authorizations',
  columns: ['amount'],
  query: { answer: 'declined' },
  groups: ['reason', 'merchant'],
  period: 'year'
};
