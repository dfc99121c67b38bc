import { todayIn } from '@/lib/kit/listing/issuer-days';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { create } from '../actions';
import { headFields, headOffer } from '../fields';
import { TRIPS_PAGE } from '../trip-page';

export const generateMetadata = titled('business.trip.new');

/** A new business trip (C1.039). */
export default workspacePage(async function NewTripPage() {
  const { t, principal, timeZone } = await signedInFor('business_trips', 'modify', 'business.trips');
  const offer = await headOffer(principal);
  const today = todayIn(timeZone);
  const [only] = offer.accounts;
  return (
    <>
      <PageHead
        title={t('business.trip.new')}
        trail={[{ href: TRIPS_PAGE, label: t('listing.business-trips') }]}
        detail={t('business.trip.none.advice')}
      />
      <section className="panel" aria-label={t('business.trip.new')}>
        <RecordForm
          action={create}
          fields={headFields(t, offer)}
          values={{
            firstDay: today,
            departure: '08:00',
            lastDay: today,
            arrival: '18:00',
            accountId: offer.accounts.length === 1 ? only?.value : undefined
          }}
          submitLabel={t('business.trip.new.do')}
          cancelHref={TRIPS_PAGE}
        />
      </section>
    </>
  );
});
