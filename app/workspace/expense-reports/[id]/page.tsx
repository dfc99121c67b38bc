import '../expense-reports.css';
import { lackedFeatures } from '@/lib/access/policy/features';
import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { allowanceRates } from '@/lib/money/allowances/rates';
import { advancesFor, sharesOf } from '@/lib/money/expenses/advances/advances';
import { approvalShown, askedShown } from '@/lib/money/expenses/approver';
import { changesSince } from '@/lib/money/expenses/changes-since';
import { linesShown } from '@/lib/money/expenses/lines';
import { faultsOfCharges } from '@/lib/money/expenses/offered-charges';
import { findingsOfReport } from '@/lib/money/expenses/policy-findings';
import { contentsOf } from '@/lib/money/expenses/report-contents';
import { lastSentBack, wayOf } from '@/lib/money/expenses/report-events';
import { stateInWords } from '@/lib/money/expenses/state-in-words';
import { EXPENSE_REPORT, REPORT_EVENTS } from '@/lib/money/expenses/states';
import { titled } from '../../titled';
import { Avatar } from '../../ui/avatar';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordActions } from '../../ui/record-actions';
import { workspacePage } from '../../workspace-page';
import { picturesOfLines } from '../pictures-of-lines';
import { actionsOf } from '../report-actions';
import { ReportAdvances } from '../report-advances';
import { ReportBar } from '../report-bar';
import { ReportChangesPanel } from '../report-changes';
import { ReportLines } from '../report-lines';
import { isEditable, reportPage } from '../report-page';

import { ReportSums } from '../report-sums';
import { ReportWay } from '../report-way';
import { StatusBadge } from '../status-badge';

export const generateMetadata = titled('audit.entity.expense_report');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** An expense report on one page, for its owner and its approver (C3.022, C4.017). */
export default workspacePage(async function ReportPage({ params, searchParams }: Props) {
  const { page, report, href, list } = await reportPage(params);
  const { t, format, principal } = page;
  const canEdit = isEditable(report, principal);
  const seesCharges = may(principal, 'transactions', 'view');
  const travels = canEdit && !lackedFeatures(principal).includes('travel_expense');
  const reading = linesShown(report);
  const [lines, findings, pictures, faults, way, sentBack, allowances, shares, advances] = await Promise.all([
    reading,
    reading.then((lines) => findingsOfReport(report, lines)),
    reading.then((lines) => picturesOfLines(report, lines, { seesCharges })),
    canEdit ? faultsOfCharges(principal, report) : new Map(),
    wayOf(report),
    report.state === 'submitted' ? lastSentBack(report) : null,
    travels ? allowanceRates(report) : [],
    sharesOf(report),
    canEdit ? advancesFor(report) : []
  ]);
  const isDecided = may(principal, 'approvals', 'approve') && EXPENSE_REPORT.after(report.state, 'approve') !== null;
  const [approval, asked] = isDecided
    ? await Promise.all([approvalShown(principal, report), askedShown(principal, report)])
    : [null, null];
  const state = stateInWords(report, way, { t, format });
  const [last] = way;
  return (
    <>
      <PageHead
        title={report.title}
        trail={[list]}
        detail={
          <>
            <StatusBadge status={report.status} t={t} />
            <span>{state}</span>
          </>
        }
        actions={<RecordActions actions={actionsOf(report, asked, page)} />}
      />
      <DoneNotice
        query={await searchParams}
        texts={{
          created: t('expense.done.created'),
          saved: t('expense.done.saved'),
          signed: t('expense.done.signed'),
          trip: t('business.trip.done.reported'),
          ...Object.fromEntries(REPORT_EVENTS.map((event) => [event, t(`expense.done.${event}`)]))
        }}
      />
      {report.status === 'sent_back' && last?.reason && (
        <div className="message message-problem report-expense">
          <Avatar name={last.by ?? ''} size="small" />
          <div>
            <strong>{last.by}</strong>
            <span>{last.reason}</span>
          </div>
        </div>
      )}
      {sentBack && (
        <ReportChangesPanel
          {...{ sentBack, t, format }}
          changes={changesSince(sentBack.contents, await contentsOf(report, lines))}
          currency={report.currency}
        />
      )}
      <div className="record-columns">
        <div className="panel">
          <h2>{t('expense.lines')}</h2>
          <ReportLines
            {...{ report, lines, pictures, faults, findings, seesCharges, t, format }}
            isEditable={canEdit}
            canSign={canEdit && !lackedFeatures(principal).includes('signing_statements')}
          />
          {canEdit && (
            <p className="report-add">
              <Link className="button" href={`${href}/charges`}>
                {t('expense.charges.add')}
              </Link>
              <Link className="button" href={`${href}/own-money/new`}>
                {t('expense.own.add')}
              </Link>
              {travels && page.program.has('mileage') && (
                <Link className="button" href={`${href}/mileage/new`}>
                  {t('mileage.add')}
                </Link>
              )}
              {allowances.length > 0 && (
                <Link className="button" href={`${href}/allowance/new`}>
                  {t('allowance.add')}
                </Link>
              )}
            </p>
          )}
        </div>
        <div className="record-side">
          <ReportSums
            {...{ report, t, format }}
            seesPayables={may(principal, 'payable_files', 'view')}
            seesRepayments={may(principal, 'repayments', 'view')}
          />
          <ReportAdvances {...{ report, shares, t, format }} offered={advances} isEditable={canEdit} />
          <ReportWay {...{ way, t, format }} />
        </div>
      </div>
      <ReportBar {...{ report, approval, state, principal, t }} isEmpty={lines.length === 0} />
    </>
  );
});
