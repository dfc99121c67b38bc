import { defineStates, type StateOf } from '../../kit/states/define-states';

/**
 * The states and events of a payment. It is cancelled until its cutoff, sent to the bank after it, and paid once its day
 * has passed without the bank returning it; a return may still come later. From a blocked account it isn't sent at all.
 */
export const PAYMENT = defineStates({
  record: 'payment',
  states: ['scheduled', 'cancelled', 'sent', 'accepted', 'paid', 'returned'],
  initial: ['scheduled'],
  forbidden: 'forbidden.action',
  events: {
    cancel: {
      from: ['scheduled'],
      to: 'cancelled',
      needs: ['payments', 'modify'],
      guard: 'before_cutoff',
      refusal: { sent: 'payment.cutoff.passed', accepted: 'payment.cutoff.passed', else: 'payment.ended' },
      audit: 'payment.cancel'
    },
    send: {
      from: ['scheduled'],
      to: 'sent',
      needs: null,
      guard: 'after_cutoff',
      refusal: 'payment.ended',
      audit: 'payment_file.written'
    },
    /** Of a bank account that is blocked before the payment is in a file. */
    refuse: {
      from: ['scheduled'],
      to: 'returned',
      needs: null,
      guard: 'account_blocked',
      refusal: 'payment.ended',
      audit: 'payment.returned'
    },
    accept: {
      from: ['sent'],
      to: 'accepted',
      needs: null,
      refusal: 'payment.ended',
      audit: 'payment_answer.read'
    },
    settle: {
      from: ['sent', 'accepted'],
      to: 'paid',
      needs: null,
      guard: 'day_over',
      refusal: 'payment.ended',
      audit: 'payment_file.settled'
    },
    return: {
      from: ['sent', 'accepted', 'paid'],
      to: 'returned',
      needs: null,
      refusal: 'payment.ended',
      audit: 'payment.returned'
    }
  }
});
export type PaymentState = StateOf<typeof PAYMENT>;
