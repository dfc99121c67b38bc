import type { StandardReport } from '../../../kit/listing/data-set';

/** The virtual cards with their limits, and with the right to it what they spent (C2.026, C6.032). */
export const VIRTUAL_CARDS_REPORT: StandardReport = {
  list: 'virtual-cards',
  columns: [
    ...['number', 'card', 'supplier', 'requester', 'template', 'issued', 'expiry', 'state', 'purchaseLimit'],
    ...['spent', 'left', 'approvals', 'declines']
  ],
  query: { sort: 'issued' },
  period: 'year'
};
