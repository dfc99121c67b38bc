import type { SearchParams } from '@/lib/kit/listing/query';
import { WAITING } from '@/lib/money/transactions/waiting';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';

export const generateMetadata = titled('approval.waiting');

/** The transactions that wait for the user's approval (CD.30). */
export default workspacePage(async function ApprovalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('approvals', 'approve', 'transaction.review');
  const { t } = page;
  return (
    <>
      <PageHead title={t('approval.waiting')} />
      <ListingView
        listing={WAITING}
        path="/workspace/approvals"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/transactions/${id}`}
        empty={
          <Empty title={t('approval.waiting.none')}>
            <p>{t('approval.waiting.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
