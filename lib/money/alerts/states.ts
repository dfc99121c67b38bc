import { defineStates, type EventOf, type StateOf } from '../../kit/states/define-states';

/** The states of a spending alert: only an active one watches (C2.027). */
export const ALERT = defineStates({
  record: 'spending alert',
  states: ['active', 'paused'],
  initial: ['active'],
  forbidden: 'forbidden.action',
  events: {
    pause: {
      from: ['active'],
      to: 'paused',
      needs: ['alerts', 'modify'],
      refusal: 'alert.changed',
      audit: 'spending_alert.paused'
    },
    resume: {
      from: ['paused'],
      to: 'active',
      needs: ['alerts', 'modify'],
      refusal: 'alert.changed',
      audit: 'spending_alert.resumed'
    }
  }
});
export type AlertState = StateOf<typeof ALERT>;
export type AlertEvent = EventOf<typeof ALERT>;
