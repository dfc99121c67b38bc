import type { SearchParams } from '@/lib/kit/listing/query';
import { WAITING } from '@/lib/money/transactions/waiting';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';

export const generateMetadata = titled('approval.list');

/** The transactions that wait for the user's approval as a list, to search them or to decide on many at once (CD.30). */
export default workspacePage(async function ApprovalListPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('approvals', 'approve', 'transaction.review');
  const { t } = page;
  return (
    <>
      <PageHead title={t('approval.list')} trail={[{ href: '/workspace/approvals', label: t('approval.waiting') }]} />
      <ListingView
        listing={WAITING}
        path="/workspace/approvals/list"
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
