import type { SearchParams } from '@/lib/kit/listing/query';
import { type OrderState, SUPPLIER_ORDERS } from '@/lib/money/suppliers/orders-listing';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { LIST, OrderBadge, RequestTabs, requestHref } from '../shown';

export const generateMetadata = titled('listing.supplier-orders');

/** What the approved requests that the reader sees have come to at their suppliers (C1.006, C1.028). */
export default workspacePage(async function SuppliersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('purchase_requests', 'view', 'purchasing');
  const { t } = page;
  return (
    <>
      <PageHead title={t('listing.supplier-orders')} trail={[{ href: LIST, label: t('purchase.title') }]} />
      <RequestTabs page={page} current="suppliers" />
      <ListingView
        listing={SUPPLIER_ORDERS}
        path={`${LIST}/suppliers`}
        searchParams={await searchParams}
        page={page}
        href={({ id }) => requestHref(id)}
        cells={{ state: ({ state }) => <OrderBadge t={t} state={state as OrderState} /> }}
        empty={
          <Empty title={t('supplier.orders.none')}>
            <p>{t('supplier.orders.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
