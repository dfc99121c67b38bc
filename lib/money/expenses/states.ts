import { defineStates, type EventOf, type StateOf } from '../../kit/states/define-states';
import type { TransactionEvent } from '../transactions/states';

/**
 * The states and events of an expense report (C4.017). One that was rerouted is submitted again, to a new approver
 * (C4.017D).
 */
export const EXPENSE_REPORT = defineStates({
  record: 'expense_report',
  states: ['saved', 'submitted', 'approved'],
  initial: ['saved'],
  forbidden: 'forbidden.action',
  events: {
    submit: {
      from: ['saved'],
      to: 'submitted',
      needs: ['expense_reports', 'modify'],
      guard: 'complete',
      refusal: { submitted: 'expense.report.submitted', else: 'expense.report.approved' },
      audit: 'expense_report.submit'
    },
    recall: {
      from: ['submitted'],
      to: 'saved',
      needs: ['expense_reports', 'modify'],
      guard: 'own',
      refusal: { saved: 'expense.report.not.submitted', else: 'expense.report.approved' },
      audit: 'expense_report.recall'
    },
    approve: {
      from: ['submitted'],
      to: 'approved',
      needs: ['approvals', 'approve'],
      guard: 'approvable',
      refusal: { saved: 'expense.report.not.submitted', else: 'expense.report.approved' },
      audit: 'expense_report.approve'
    },
    /** Sends it back to its owner with a comment (C4.017D). */
    decline: {
      from: ['submitted'],
      to: 'saved',
      needs: ['approvals', 'approve'],
      guard: 'addressed',
      reason: true,
      refusal: { saved: 'expense.report.not.submitted', else: 'expense.report.approved' },
      audit: 'expense_report.decline'
    },
    /** To another approver, who decides anew (C4.019, C4.019D, C4.049). */
    reroute: {
      from: ['submitted', 'approved'],
      to: 'submitted',
      needs: ['approvals', 'approve'],
      guard: 'reroutable',
      refusal: 'expense.reroute.state',
      audit: 'expense_report.reroute'
    }
  }
});

export type ReportState = StateOf<typeof EXPENSE_REPORT>;
export type ReportEvent = EventOf<typeof EXPENSE_REPORT>;
export const REPORT_EVENTS = EXPENSE_REPORT.eventNames;

/** A state as it is shown: what came back and what was rerouted have names of their own (C4.017). */
export const REPORT_STATUSES = ['saved', 'sent_back', 'submitted', 'rerouted', 'approved'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The event of the charges that goes with an event of their report; null if they stay as they are. */
export function eventOfCharges(event: ReportEvent, from: ReportState): TransactionEvent | null {
  const events = { submit: 'review', recall: 'unreview', approve: 'approve', decline: 'send_back' } as const;
  if (event === 'reroute') return from === 'approved' ? 'unapprove' : null;
  return events[event];
}
