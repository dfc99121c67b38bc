import { defineStates } from '../../../kit/states/define-states';

/** The schemes of SEPA direct debit: for everybody, and between companies without a right to a refund. */
export const MANDATE_SCHEMES = ['CORE', 'B2B'] as const;
export type MandateScheme = (typeof MANDATE_SCHEMES)[number];

/** The bank's codes that block a mandate: it has none, the mandate is wrong, or its payer has died (ISO 20022). */
export const BLOCKING_CODES = ['MD01', 'MD02', 'MD07'] as const;

/** A mandate lapses this many months after its last collection, or the day it was given (EPC016-06, EPC222-07). */
export const LAPSES_AFTER_MONTHS = 36;

/** The states of a mandate. One that has ended stays so: another payment from the account asks for a new one. */
export const MANDATE = defineStates({
  record: 'sepa_mandate',
  states: ['active', 'blocked', 'cancelled', 'lapsed'],
  initial: ['active'],
  forbidden: 'forbidden.action',
  events: {
    cancel: {
      from: ['active'],
      to: 'cancelled',
      needs: ['wallet', 'modify'],
      guard: 'nothing_under_way',
      refusal: 'mandate.ended',
      audit: 'mandate.cancelled'
    },
    block: { from: ['active'], to: 'blocked', needs: null, refusal: 'mandate.ended', audit: 'mandate.blocked' },
    lapse: { from: ['active'], to: 'lapsed', needs: null, refusal: 'mandate.ended', audit: 'mandate.lapsed' }
  }
});
