import { lackedFeatures } from '@/lib/access/policy/features';
import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { ReportApproval } from '@/lib/money/expenses/approver';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { Notice } from '../ui/notice';
import { RecordForm } from '../ui/record-form';
import { approve, submit } from './actions';
import { isEditable } from './report-page';

interface Props {
  report: ExpenseReport;
  /** Whether the reader may approve it, if that is due. */
  approval: ReportApproval | null;
  /** Where it stands, in a sentence. */
  state: string;
  isEmpty: boolean;
  principal: Principal;
  t: Translate;
}

/** What the reader is to do with a report, in view wherever they are on its page: its owner submits it, its approver approves it. */
export function ReportBar({ report, approval, state, isEmpty, principal, t }: Props) {
  const { id, version } = report;
  const submits = isEditable(report, principal) && !lackedFeatures(principal).includes('submitting_reports');
  if (report.payableFile && report.approvedById === principal.userId)
    return <Notice kind="hint">{t('expense.report.payable', { number: report.payableFile.number })}</Notice>;
  if (approval && !approval.ok && may(principal, 'approvals', 'approve'))
    return <Notice kind="hint">{t(approval.refusal.code, approval.refusal.params)}</Notice>;
  const action = approval?.ok ? approve : submits && !isEmpty ? submit : null;
  if (!action) return null;
  return (
    <section className="panel bottom-bar" aria-label={state}>
      <p>{approval?.ok && approval.value ? t('transaction.approve.behalf', { name: approval.value.name }) : state}</p>
      <RecordForm
        id="decide"
        action={action}
        fields={[]}
        hidden={{ id }}
        version={version}
        submitLabel={t(approval?.ok ? 'transaction.event.approve' : 'expense.report.submit')}
      />
    </section>
  );
}
