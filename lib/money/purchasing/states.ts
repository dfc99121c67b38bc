import { defineStates, type EventOf, type StateOf } from '../../kit/states/define-states';

/** The states and events of a purchase request (C4.008–C4.012, C4.040, C4.041). */
export const PURCHASE_REQUEST = defineStates({
  record: 'purchase request',
  // Draft stands before the four of the process: it is its author's alone (C4.008D).
  states: ['draft', 'pending', 'approved', 'declined', 'cancelled'],
  initial: ['draft'],
  forbidden: 'forbidden.action',
  events: {
    submit: {
      from: ['draft'],
      to: 'pending',
      needs: ['purchase_requests', 'modify'],
      guard: 'own',
      refusal: 'purchase.submitted.already',
      audit: 'purchase_request.submitted'
    },
    /** Of a draft it changes no state; the others wait for approval again, and their card is suspended (C4.009D). */
    edit: {
      from: ['pending', 'approved', 'declined'],
      to: 'pending',
      needs: ['purchase_requests', 'modify'],
      guard: 'own',
      refusal: 'purchase.not.editable',
      audit: 'purchase_request.changed'
    },
    approve: {
      from: ['pending'],
      to: 'approved',
      needs: ['approvals', 'approve'],
      guard: 'approvable',
      refusal: 'purchase.not.pending',
      audit: 'purchase_request.approved'
    },
    /** Its card processor does not issue the card. */
    return: {
      from: ['approved'],
      to: 'pending',
      needs: null,
      guard: 'card_refused',
      refusal: 'purchase.not.editable',
      audit: 'purchase_request.returned'
    },
    decline: {
      from: ['pending'],
      to: 'declined',
      needs: ['approvals', 'approve'],
      reason: true,
      guard: 'approvable',
      refusal: 'purchase.not.pending',
      audit: 'purchase_request.declined'
    },
    cancel: {
      from: ['pending', 'approved'],
      to: 'cancelled',
      needs: ['purchase_requests', 'modify'],
      guard: 'cancellable',
      refusal: 'purchase.not.cancellable',
      audit: 'purchase_request.cancelled'
    }
  }
});
export type PurchaseState = StateOf<typeof PURCHASE_REQUEST>;
export type PurchaseEvent = EventOf<typeof PURCHASE_REQUEST>;
