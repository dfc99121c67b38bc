import { lackedFeatures } from '@/lib/access/policy/features';
import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { ReportApproval } from '@/lib/money/expenses/approver';
import { REPAYMENT } from '@/lib/money/expenses/repayments/states';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { EXPENSE_REPORT } from '@/lib/money/expenses/states';
import type { RecordAction } from '../ui/actions-menu';
import { decline, recall, remove } from './actions';
import { isEditable } from './report-page';

/** Whether the bank has what a report leaves to be paid back or owed, or had. */
const isWithBank = ({ repayment }: ExpenseReport) =>
  repayment !== null && REPAYMENT.after(repayment.state, 'cancel') === null;

interface Reader {
  principal: Principal;
  t: Translate;
}

/** What the reader may do with a report besides submitting and approving it; its files come last. */
export const actionsOf = (report: ExpenseReport, asked: ReportApproval | null, reader: Reader): RecordAction[] => [
  ...changesOf(report, asked, reader),
  ...(lackedFeatures(reader.principal).includes('exports') ? [] : filesOf(report, reader.t))
];

const filesOf = ({ id }: ExpenseReport, t: Translate): RecordAction[] => [
  { id: 'pdf', label: t('evidence.pdf'), href: `/workspace/expense-reports/${id}/pdf`, download: true },
  { id: 'evidence', label: t('evidence.bundle'), href: `/workspace/expense-reports/${id}/evidence`, download: true }
];

function changesOf(report: ExpenseReport, asked: ReportApproval | null, { principal, t }: Reader): RecordAction[] {
  const { id, version } = report;
  const href = `/workspace/expense-reports/${id}`;
  const isOwner = report.ownerId === principal.userId;
  const rerouted = { id: 'reroute', label: t('expense.reroute'), href: `${href}/reroute` };
  if (isEditable(report, principal))
    return [{ id: 'edit', label: t('expense.report.edit'), href: `${href}/edit` }, deletion(report, t)];
  if (isOwner && report.state === 'submitted' && !lackedFeatures(principal).includes('submitting_reports'))
    return [
      {
        id: 'recall',
        label: t('expense.report.recall'),
        confirm: {
          question: t('expense.report.recall.question'),
          explanation: t('expense.report.recall.explanation'),
          confirmLabel: t('expense.report.recall'),
          action: recall,
          hidden: { id, version },
          danger: false
        }
      }
    ];
  if (!may(principal, ...EXPENSE_REPORT.events.reroute.needs)) return [];
  if (report.state === 'approved' && report.approvedById === principal.userId)
    return report.payableFile || isWithBank(report) ? [] : [rerouted];
  return asked?.ok ? [sendingBack(report, t), rerouted] : [];
}

const deletion = ({ id, title, version }: ExpenseReport, t: Translate): RecordAction => ({
  id: 'delete',
  label: t('setup.delete'),
  confirm: {
    question: t('setup.delete.question', { name: title }),
    explanation: t('expense.report.delete.explanation'),
    confirmLabel: t('setup.delete'),
    action: remove,
    hidden: { id, version },
    danger: true
  }
});

const sendingBack = ({ id, version }: ExpenseReport, t: Translate): RecordAction => ({
  id: 'decline',
  label: t('transaction.event.send_back'),
  confirm: {
    question: t('expense.report.decline.question'),
    explanation: t('expense.report.decline.explanation'),
    confirmLabel: t('transaction.event.send_back'),
    action: decline,
    hidden: { id, version },
    danger: false,
    children: (
      // The same form stands in the menu of a narrow page, so nothing of it has an id.
      <label className="field">
        {t('expense.report.comment')}
        <textarea name="reason" rows={3} maxLength={255} aria-required="true" />
      </label>
    )
  }
});
