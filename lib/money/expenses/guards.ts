import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { GuardsOf } from '../../kit/states/define-states';
import type { ApprovalRights } from '../approvals/rights';
import { standingOf } from '../approvals/standing';
import { addressed, approvalOfReport, approverNamed } from './approver';
import { makingFault } from './own-report';
import { findingsUnder, openFindings, policiesOfReport } from './policy-findings';
import { REPAYMENT } from './repayments/states';
import type { Decided, HeldReport, ReportChange } from './report-change';
import type { EXPENSE_REPORT } from './states';

/** What is asked, and the rights of the principal in the companies of the reports. */
type Asked = Omit<ReportChange, 'version'> & { rights: () => Promise<ApprovalRights> };
type Guard = (tx: Transaction, principal: Principal, held: HeldReport, asked: Asked) => Promise<Result<Decided>>;

const BY_OWN_RIGHT: Decided = { behalf: null, approverId: null };

/** The conditions of the events of a report, besides permission and state. */
export const GUARDS: GuardsOf<typeof EXPENSE_REPORT, Guard> = {
  /**
   * People who may make reports submit their own, and no empty one. As long as its company has no expense policy, it stays
   * saved, to be submitted again (C4.020); so does one with an expense that the policy refuses, or that it wants explained
   * (C1.003).
   */
  async complete(tx, principal, { report, lines }) {
    const fault = await makingFault(principal);
    if (fault) return refused(fault);
    if (report.ownerId !== principal.userId) return refused({ code: 'forbidden.action' });
    if (lines.length === 0) return refused({ code: 'expense.report.empty' });
    const policies = await policiesOfReport(report, lines, tx);
    // A saved report is claimed today.
    if (!policies.has(report.claimedOn)) return refused({ code: 'expense.policy.none' });
    const open = openFindings(await findingsUnder(policies, report, lines, tx), lines);
    if (open.refused > 0) return refused({ code: 'expense.policy.refused', params: { count: open.refused } });
    if (open.unexplained > 0)
      return refused({ code: 'expense.policy.unexplained', params: { count: open.unexplained } });
    return accepted(BY_OWN_RIGHT);
  },

  async own(_tx, principal, { report }) {
    return report.ownerId === principal.userId ? accepted(BY_OWN_RIGHT) : refused({ code: 'forbidden.action' });
  },

  async approvable(_tx, _principal, { report }, { rights }) {
    const approval = approvalOfReport(await rights(), report);
    return approval.ok ? accepted({ behalf: approval.value, approverId: null }) : approval;
  },

  async addressed(tx, principal, { report }) {
    const asked = addressed(await standingOf(tx, principal, { held: true }), report);
    return asked.ok ? accepted({ behalf: asked.value, approverId: null }) : asked;
  },

  /** By whom it waits for, or by who approved it, as long as nothing of it was exported or is out with a payable file or with the bank (C4.019D). */
  async reroutable(tx, principal, { report, charges }, { approver }) {
    const asked = addressed(await standingOf(tx, principal, { held: true }), report);
    if (report.state === 'submitted' && !asked.ok) return asked;
    if (report.state === 'approved' && report.approvedById !== principal.userId)
      return refused({ code: 'expense.approved.by.other' });
    if (charges.some(({ state }) => state === 'exported')) return refused({ code: 'expense.report.exported' });
    if (report.payableFile)
      return refused({ code: 'expense.report.payable', params: { number: report.payableFile.number } });
    if (report.repayment && REPAYMENT.after(report.repayment.state, 'cancel') === null)
      return refused({ code: 'expense.report.repaid' });
    if (!approver) return refused({ code: 'expense.reroute.individual', field: 'approver' });
    const named = await approverNamed(tx, report, approver);
    return named.ok ? accepted({ behalf: asked.ok ? asked.value : null, approverId: named.value }) : named;
  }
};
