import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { BUSINESS_TRIPS } from '@/lib/money/business-trips/listing';
import type { TripStatus } from '@/lib/money/business-trips/trips';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { TripBadge } from './status-badge';
import { TRIPS_PAGE } from './trip-page';

export const generateMetadata = titled('listing.business-trips');

/** The reader's business trips, for administrators those of their companies, the latest first (C1.039). */
export default workspacePage(async function BusinessTripsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('business_trips', 'view', 'business.trips');
  const { t, principal } = page;
  const travels = may(principal, 'business_trips', 'modify');
  const query = await searchParams;
  return (
    <>
      <PageHead
        title={t('listing.business-trips')}
        actions={
          travels && (
            <Link className="button primary" href={`${TRIPS_PAGE}/new`}>
              {t('business.trip.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ deleted: t('business.trip.done.deleted') }} />
      <ListingView
        listing={BUSINESS_TRIPS}
        path={TRIPS_PAGE}
        searchParams={query}
        page={page}
        href={({ id }) => `${TRIPS_PAGE}/${id}`}
        cells={{ status: ({ status }) => <TripBadge status={status as TripStatus} t={t} /> }}
        empty={<Empty title={t('business.trip.none')}>{travels && <p>{t('business.trip.none.advice')}</p>}</Empty>}
      />
    </>
  );
});
