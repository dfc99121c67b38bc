import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { RECONCILIATION } from '@/lib/money/purchasing/clearings/differences';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';

export const generateMetadata = titled('reconciliation.title');

/** What doesn't agree between requests, their cards, and what was approved, booked and posted: nothing, if all is well. */
export default workspacePage(async function ReconciliationPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('purchase_reconciliation', 'view', 'purchasing');
  const { t, principal } = page;
  const seesRequests = may(principal, 'purchase_requests', 'view');
  return (
    <>
      <PageHead title={t('reconciliation.title')} />
      <ListingView
        listing={RECONCILIATION}
        path="/workspace/reconciliation"
        searchParams={await searchParams}
        page={page}
        cells={
          seesRequests
            ? {
                number: ({ number }) => (
                  <Link href={`/workspace/purchase-requests?number=${number}`}>{String(number)}</Link>
                )
              }
            : {}
        }
        empty={
          <Empty title={t('reconciliation.none')}>
            <p>{t('reconciliation.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
