import type { SearchParams } from '@/lib/kit/listing/query';
import { CARD_CONTROLS } from '@/lib/money/purchasing/card-lists';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { LIST, RequestTabs } from '../shown';

export const generateMetadata = titled('listing.card-controls');

/** What the virtual cards of the requests that the reader sees may do, control by control (C2.026). */
export default workspacePage(async function ControlsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('purchase_requests', 'view', 'purchasing');
  const { t } = page;
  return (
    <>
      <PageHead title={t('listing.card-controls')} trail={[{ href: LIST, label: t('purchase.title') }]} />
      <RequestTabs page={page} current="controls" />
      <ListingView
        listing={CARD_CONTROLS}
        path={`${LIST}/controls`}
        searchParams={await searchParams}
        page={page}
        empty={
          <Empty title={t('purchase.cards.none')}>
            <p>{t('purchase.cards.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
