import { reverseTransactions } from '../ledger/reverse';
import { changeStates } from '../transactions/change-state';
import { EXPORT_EVENTS, TRANSACTION_EVENTS } from '../transactions/states';
import type { BulkActions, SetAction } from './bulk-action';

/** What can be done to many transactions; sending back takes a reason for each. */
const action = (event: 'review' | 'unreview' | 'approve'): SetAction => ({
  label: `transaction.event.${event}`,
  explanation: `transaction.event.${event}.explanation`,
  needs: [...TRANSACTION_EVENTS[event].needs],
  runAll: async (tx, principal, ids, origin) => (await changeStates(tx, principal, ids, { event }, origin)).refused
});

export const TRANSACTION_ACTIONS: BulkActions = {
  review: action('review'),
  unreview: action('unreview'),
  approve: action('approve'),
  reverse_export: {
    label: 'transaction.event.reverse_export',
    explanation: 'transaction.event.reverse_export.explanation',
    danger: true,
    reason: EXPORT_EVENTS.reverse_export.reason,
    needs: [...EXPORT_EVENTS.reverse_export.needs],
    runAll: async (tx, principal, ids, origin, reason) =>
      (await reverseTransactions(tx, principal, ids, reason, origin)).refused
  }
};
