import type { SearchParams } from '@/lib/kit/listing/query';
import { VIRTUAL_CARDS } from '@/lib/money/purchasing/card-lists';
import type { VirtualCard } from '@/lib/money/purchasing/details';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { CardBadge, LIST, RequestTabs, requestHref } from '../shown';

export const generateMetadata = titled('listing.virtual-cards');

/** The virtual cards of the requests that the reader sees (C2.026). */
export default workspacePage(async function CardsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('purchase_requests', 'view', 'purchasing');
  const { t } = page;
  return (
    <>
      <PageHead title={t('listing.virtual-cards')} trail={[{ href: LIST, label: t('purchase.title') }]} />
      <RequestTabs page={page} current="cards" />
      <ListingView
        listing={VIRTUAL_CARDS}
        path={`${LIST}/cards`}
        searchParams={await searchParams}
        page={page}
        href={({ id }) => requestHref(id)}
        cells={{
          state: ({ state, card }) => (
            <CardBadge t={t} state={state as VirtualCard['state']} lastFour={card as VirtualCard['lastFour']} />
          )
        }}
        empty={
          <Empty title={t('purchase.cards.none')}>
            <p>{t('purchase.cards.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
