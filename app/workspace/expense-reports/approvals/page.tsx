import type { SearchParams } from '@/lib/kit/listing/query';
import { WAITING_REPORTS } from '@/lib/money/expenses/listing';
import type { ReportStatus } from '@/lib/money/expenses/states';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { StatusBadge } from '../status-badge';

export const generateMetadata = titled('listing.expense-approvals');

/** The expense reports on which the reader is asked to decide (C2.071). */
export default workspacePage(async function WaitingReportsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('approvals', 'approve', 'expense.reports');
  const { t } = page;
  const query = await searchParams;
  return (
    <>
      <PageHead
        title={t('listing.expense-approvals')}
        trail={[{ href: '/workspace/expense-reports', label: t('expense.report.title') }]}
      />
      <DoneNotice query={query} texts={{ decline: t('expense.done.decline') }} />
      <ListingView
        listing={WAITING_REPORTS}
        path="/workspace/expense-reports/approvals"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/expense-reports/${id}`}
        cells={{ status: ({ status }) => <StatusBadge status={status as ReportStatus} t={t} /> }}
        empty={<Empty title={t('expense.waiting.none')} />}
      />
    </>
  );
});
