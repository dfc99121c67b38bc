import { defineStates, type StateOf } from '../../../kit/states/define-states';

/**
 * The states and events of a repayment. It is in a file once it is sent, and settled once the day of that file has passed
 * without the bank returning it; a return may still come later. What was returned is sent again, or cancelled: then its
 * report is due in a payable file.
 */
export const REPAYMENT = defineStates({
  record: 'repayment',
  states: ['to_send', 'in_file', 'settled', 'returned', 'cancelled'],
  initial: ['to_send'],
  forbidden: 'forbidden.action',
  events: {
    send: { from: ['to_send'], to: 'in_file', needs: null, refusal: 'repayment.ended', audit: 'payment_file.written' },
    /** Of a bank account that is blocked before the repayment is in a file, and of a debit without a mandate. */
    refuse: {
      from: ['to_send'],
      to: 'returned',
      needs: null,
      guard: 'account_blocked',
      refusal: 'repayment.ended',
      audit: 'repayment.returned'
    },
    settle: {
      from: ['in_file'],
      to: 'settled',
      needs: null,
      guard: 'day_over',
      refusal: 'repayment.ended',
      audit: 'payment_file.settled'
    },
    return: {
      from: ['in_file', 'settled'],
      to: 'returned',
      needs: null,
      refusal: 'repayment.ended',
      audit: 'repayment.returned'
    },
    retry: {
      from: ['returned'],
      to: 'to_send',
      needs: ['repayments', 'modify'],
      guard: 'account_corrected',
      refusal: { in_file: 'repayment.with.bank', else: 'repayment.ended' },
      audit: 'repayment.retry'
    },
    cancel: {
      from: ['to_send', 'returned'],
      to: 'cancelled',
      needs: ['repayments', 'modify'],
      refusal: { in_file: 'repayment.with.bank', else: 'repayment.ended' },
      audit: 'repayment.cancel'
    }
  }
});
export type RepaymentState = StateOf<typeof REPAYMENT>;
