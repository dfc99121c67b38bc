import { defineStates, type StateOf } from '../../kit/states/define-states';

/** The states and events of a payment. It is cancelled until its cutoff. */
export const PAYMENT = defineStates({
  record: 'payment',
  states: ['scheduled', 'cancelled'],
  initial: ['scheduled'],
  forbidden: 'forbidden.action',
  events: {
    cancel: {
      from: ['scheduled'],
      to: 'cancelled',
      needs: ['payments', 'modify'],
      guard: 'before_cutoff',
      refusal: 'payment.ended',
      audit: 'payment.cancel'
    }
  }
});
export type PaymentState = StateOf<typeof PAYMENT>;
