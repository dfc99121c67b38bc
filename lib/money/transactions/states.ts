import type { Action, Area } from '../../access/policy/policy';
import type { TextKey } from '../../core/language/text-key';

export const TRANSACTION_STATES = ['open', 'reviewed', 'approved', 'exported'] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

interface Transition {
  from: TransactionState;
  to: TransactionState;
  /** What it takes (CD.22). */
  needs: readonly [Area, Action];
  /** Whether it takes a reason, which the record keeps. */
  reason: boolean;
}

/** What may become of a transaction by somebody's hand (CD.30): from × event → to. */
export const TRANSACTION_EVENTS = {
  review: { from: 'open', to: 'reviewed', needs: ['transactions', 'modify'], reason: false },
  unreview: { from: 'reviewed', to: 'open', needs: ['transactions', 'modify'], reason: false },
  approve: { from: 'reviewed', to: 'approved', needs: ['approvals', 'approve'], reason: false },
  send_back: { from: 'approved', to: 'open', needs: ['approvals', 'approve'], reason: true }
} as const satisfies Record<string, Transition>;

/** What an export makes of transactions, all of a file together: lib/money/ledger alone does it (C4.007). */
export const EXPORT_EVENTS = {
  export: { from: 'approved', to: 'exported', needs: ['ledger_exports', 'run'], reason: false },
  reverse_export: { from: 'exported', to: 'approved', needs: ['ledger_exports', 'modify'], reason: true }
} as const satisfies Record<string, Transition>;

export type ExportEvent = keyof typeof EXPORT_EVENTS;
export type TransactionEvent = keyof typeof TRANSACTION_EVENTS;
export const isTransactionEvent = (name: string): name is TransactionEvent => Object.hasOwn(TRANSACTION_EVENTS, name);

/** Why an event can't be: what the state says about it, as a message key; null where it can (C4.004, C4.006, C4.007). */
export function stateRefusal(event: TransactionEvent, state: TransactionState): TextKey | null {
  if (TRANSACTION_EVENTS[event].from === state) return null;
  if (state === 'exported') return 'transaction.exported';
  if (event === 'approve') return state === 'approved' ? 'transaction.approved.already' : 'transaction.review.first';
  if (event === 'send_back') return 'transaction.not.approved';
  if (state === 'approved') return 'transaction.approved';
  return event === 'review' ? 'transaction.reviewed.already' : 'transaction.not.reviewed';
}

/** Whether what is allocated and described can be changed: not once reviewed, approved or exported (C4.006, C4.007). */
export const isEditable = (state: TransactionState) => state === 'open';

/** Why nothing of that can be changed, as a message key; null where it can. */
export const editRefusal = (state: TransactionState): TextKey | null =>
  isEditable(state) ? null : `transaction.${state}`;

/** Whether a refusal is one of those. */
export const isEditRefusal = (code: string): boolean => TRANSACTION_STATES.some((state) => editRefusal(state) === code);
