import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { EXPENSE_REPORTS } from '@/lib/money/expenses/listing';
import type { ReportStatus } from '@/lib/money/expenses/states';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { StatusBadge } from './status-badge';

export const generateMetadata = titled('expense.report.title');

/** The reader's expense reports, and those of their part of the structure, the newest first (C3.022). */
export default workspacePage(async function ExpenseReportsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('expense_reports', 'view', 'expense.reports');
  const { t, principal } = page;
  const query = await searchParams;
  return (
    <>
      <PageHead
        title={t('expense.report.title')}
        actions={
          <>
            {may(principal, 'approvals', 'approve') && (
              <Link className="button" href="/workspace/expense-reports/approvals">
                {t('expense.waiting')}
              </Link>
            )}
            {may(principal, 'expense_reports', 'modify') && (
              <Link className="button primary" href="/workspace/expense-reports/new">
                {t('expense.report.new')}
              </Link>
            )}
          </>
        }
      />
      <DoneNotice query={query} texts={{ deleted: t('expense.done.deleted') }} />
      <ListingView
        listing={EXPENSE_REPORTS}
        path="/workspace/expense-reports"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/expense-reports/${id}`}
        cells={{ status: ({ status }) => <StatusBadge status={status as ReportStatus} t={t} /> }}
        empty={
          <Empty title={t('expense.report.none')}>
            {may(principal, 'expense_reports', 'modify') && <p>{t('expense.report.none.advice')}</p>}
          </Empty>
        }
      />
    </>
  );
});
