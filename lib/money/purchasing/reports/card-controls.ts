import type { StandardReport } from '../../../kit/listing/data-set';

/** The controls of the virtual cards with their limits, and with the right to it how often each declined (C2.026, C6.032). */
export const CARD_CONTROLS_REPORT: StandardReport = {
  list: 'card-controls',
  columns: ['number', 'card', 'supplier', 'control', 'period', 'amount', 'uses', 'declines'],
  query: { sort: 'issued' },
  period: 'year'
};
