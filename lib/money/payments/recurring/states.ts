import { defineStates, type StateOf } from '../../../kit/states/define-states';

/** The states of a recurring payment. Whoever sees it may pause or stop it; only its payer lets it go on. */
export const RECURRING_PAYMENT = defineStates({
  record: 'recurring_payment',
  states: ['active', 'paused', 'stopped'],
  initial: ['active'],
  forbidden: 'forbidden.action',
  events: {
    pause: {
      from: ['active'],
      to: 'paused',
      needs: ['payments', 'modify'],
      refusal: 'recurring.changed.since',
      audit: 'recurring_payment.pause'
    },
    resume: {
      from: ['paused'],
      to: 'active',
      needs: ['payments', 'modify'],
      guard: 'own_bank_account',
      refusal: 'recurring.changed.since',
      audit: 'recurring_payment.resume'
    },
    stop: {
      from: ['active', 'paused'],
      to: 'stopped',
      needs: ['payments', 'modify'],
      refusal: 'recurring.changed.since',
      audit: 'recurring_payment.stop'
    }
  }
});
export type RecurringState = StateOf<typeof RECURRING_PAYMENT>;
