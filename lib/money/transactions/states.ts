import type { TextKey } from '../../core/language/text-key';
import { defineStates, type EventOf, type StateOf } from '../../kit/states/define-states';

/** The states and events of a transaction (CD.30). */
export const TRANSACTION = defineStates({
  record: 'transaction',
  states: ['open', 'reviewed', 'approved', 'exported'],
  initial: ['open'],
  forbidden: 'forbidden.action',
  events: {
    review: {
      from: ['open'],
      to: 'reviewed',
      needs: ['transactions', 'modify'],
      guard: 'complete',
      refusal: {
        reviewed: 'transaction.reviewed.already',
        approved: 'transaction.approved',
        else: 'transaction.exported'
      },
      audit: 'transaction.review'
    },
    unreview: {
      from: ['reviewed'],
      to: 'open',
      needs: ['transactions', 'modify'],
      refusal: { open: 'transaction.not.reviewed', approved: 'transaction.approved', else: 'transaction.exported' },
      audit: 'transaction.unreview'
    },
    approve: {
      from: ['reviewed'],
      to: 'approved',
      needs: ['approvals', 'approve'],
      guard: 'approvable',
      refusal: {
        open: 'transaction.review.first',
        approved: 'transaction.approved.already',
        else: 'transaction.exported'
      },
      audit: 'transaction.approve'
    },
    /** Takes the own approval back, as long as it is not exported. */
    unapprove: {
      from: ['approved'],
      to: 'reviewed',
      needs: ['approvals', 'approve'],
      guard: 'own_approval',
      refusal: { exported: 'transaction.exported', else: 'transaction.not.approved' },
      audit: 'transaction.unapprove'
    },
    send_back: {
      from: ['reviewed', 'approved'],
      to: 'open',
      needs: ['approvals', 'approve'],
      reason: true,
      refusal: { exported: 'transaction.exported', else: 'transaction.not.reviewed' },
      audit: 'transaction.send_back'
    },
    /** Applied to a whole file by lib/money/ledger only (C4.007). */
    export: {
      from: ['approved'],
      to: 'exported',
      needs: ['ledger_exports', 'run'],
      refusal: 'ledger.nothing',
      audit: 'transaction.export'
    },
    reverse_export: {
      from: ['exported'],
      to: 'approved',
      needs: ['ledger_exports', 'modify'],
      reason: true,
      refusal: 'ledger.not.exported',
      audit: 'transaction.reverse_export'
    }
  }
});
export type TransactionState = StateOf<typeof TRANSACTION>;

/** The events of an export. */
export type ExportEvent = 'export' | 'reverse_export';
/** The events that users trigger. */
export type TransactionEvent = Exclude<EventOf<typeof TRANSACTION>, ExportEvent>;
const EXPORT_EVENTS: readonly string[] = ['export', 'reverse_export'] satisfies ExportEvent[];
export const isTransactionEvent = (name: string): name is TransactionEvent =>
  TRANSACTION.isEvent(name) && !EXPORT_EVENTS.includes(name);
export const TRANSACTION_EVENTS = TRANSACTION.eventNames.filter(isTransactionEvent);

/** Whether allocation and description can be changed: not after review, approval or export (C4.006, C4.007). */
export const isEditable = (state: TransactionState) => state === 'open';

/** The reason that they can't be changed, as a message key; null if they can. */
export const editRefusal = (state: TransactionState): TextKey | null =>
  isEditable(state) ? null : `transaction.${state}`;

/** Whether a refusal is one of these. */
export const isEditRefusal = (code: string): boolean => TRANSACTION.states.some((state) => editRefusal(state) === code);
