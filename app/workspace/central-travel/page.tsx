import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { CENTRAL_TRAVEL_BOOKINGS } from '@/lib/money/central-travel/listing';
import type { Result } from '@/lib/money/central-travel/match-bookings';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { FILES, LIST, ResultBadge } from './shown';

export const generateMetadata = titled('central.travel.title');

/** The bookings of travel agencies, by what was found for them on the central travel accounts (C3.037D). */
export default workspacePage(async function BookingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('central_travel', 'view', 'central.travel');
  const { principal, t } = page;
  return (
    <>
      <PageHead
        title={t('central.travel.title')}
        detail={t('central.travel.about')}
        actions={
          <Link className={may(principal, 'central_travel', 'modify') ? 'button primary' : 'button'} href={FILES}>
            {t(may(principal, 'central_travel', 'modify') ? 'central.travel.upload' : 'central.travel.files')}
          </Link>
        }
      />
      <ListingView
        listing={CENTRAL_TRAVEL_BOOKINGS}
        path={LIST}
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `${LIST}/${id}`}
        cells={{ result: ({ result }) => <ResultBadge t={t} result={result as Result} /> }}
        empty={
          <Empty title={t('central.travel.none')}>
            <p>{t('central.travel.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
