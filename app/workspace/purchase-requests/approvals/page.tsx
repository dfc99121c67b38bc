import type { SearchParams } from '@/lib/kit/listing/query';
import { PURCHASES_WAITING } from '@/lib/money/purchasing/listing';
import type { PurchaseState } from '@/lib/money/purchasing/states';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { LIST, RequestTabs, requestHref, StateBadge } from '../shown';

export const generateMetadata = titled('purchase.approvals');

/** The purchase requests that the reader is asked to decide on (C3.018). */
export default workspacePage(async function WaitingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('approvals', 'approve', 'purchasing');
  const { t } = page;
  return (
    <>
      <PageHead title={t('purchase.approvals')} trail={[{ href: LIST, label: t('purchase.title') }]} />
      <RequestTabs page={page} current="approvals" />
      <ListingView
        listing={PURCHASES_WAITING}
        path={`${LIST}/approvals`}
        searchParams={await searchParams}
        page={page}
        href={({ id }) => requestHref(id)}
        cells={{ state: ({ state }) => <StateBadge t={t} state={state as PurchaseState} /> }}
        empty={
          <Empty title={t('purchase.approvals.none')}>
            <p>{t('purchase.approvals.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
