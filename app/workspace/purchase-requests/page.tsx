import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { PURCHASE_REQUESTS } from '@/lib/money/purchasing/listing';
import type { PurchaseState } from '@/lib/money/purchasing/states';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { LIST, RequestTabs, requestHref, StateBadge } from './shown';

export const generateMetadata = titled('purchase.title');

/** The purchase requests that the reader sees: their own, and those of their part of the structure (C2.020). */
export default workspacePage(async function RequestsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('purchase_requests', 'view', 'purchasing');
  const { principal, t } = page;
  return (
    <>
      <PageHead
        title={t('purchase.title')}
        actions={
          may(principal, 'purchase_requests', 'modify') && (
            <>
              <Link className="button" href={`${LIST}/batches`}>
                {t('batch.title')}
              </Link>
              <Link className="button primary" href={`${LIST}/new`}>
                {t('purchase.new')}
              </Link>
            </>
          )
        }
      />
      <RequestTabs page={page} current="all" />
      <ListingView
        listing={PURCHASE_REQUESTS}
        path={LIST}
        searchParams={await searchParams}
        page={page}
        href={({ id }) => requestHref(id)}
        cells={{ state: ({ state }) => <StateBadge t={t} state={state as PurchaseState} /> }}
        empty={
          <Empty title={t('purchase.none')}>
            <p>{t('purchase.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
