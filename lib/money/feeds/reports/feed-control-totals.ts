import type { StandardReport } from '../../../kit/listing/data-set';

/** What each file of this month booked, had already and was refused, and whether its trailer agreed. */
export const FEED_CONTROL_TOTALS: StandardReport = {
  list: 'feed-totals',
  columns: ['created', 'fileName', 'mapping', 'outcome', 'rows', 'debit', 'credit', 'trailer'],
  query: { sort: 'created' },
  period: 'month'
};
