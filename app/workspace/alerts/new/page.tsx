import { notFound } from 'next/navigation';
import { oneself } from '@/lib/directory/people/people-in-reach';
import { alertPlaces } from '@/lib/money/alerts/places';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { addAlert } from '../actions';
import { AlertForm } from '../alert-form';
import { placeWords } from '../words';

export const generateMetadata = titled('alert.new');

/** Sets up an alert: at first about large charges in the reader's own place, and for the reader alone (C2.027). */
export default workspacePage(async function NewAlertPage() {
  const { principal, t } = await signedInFor('alerts', 'modify', 'alerts');
  const [[place], recipients] = await Promise.all([alertPlaces(principal, ''), oneself(principal)]);
  if (!place) notFound();
  return (
    <>
      <PageHead title={t('alert.new')} trail={[{ href: '/workspace/alerts', label: t('alert.title') }]} />
      <section className="panel" aria-label={t('alert.new')}>
        <AlertForm
          action={addAlert}
          place={placeWords(place)}
          recipients={recipients}
          values={{
            nodeId: place.id,
            measure: 'charge',
            amount: null,
            currency: place.currency,
            percent: null,
            period: 'month',
            early: false,
            categories: [],
            merchant: null,
            countries: [],
            days: null,
            integratorId: null,
            fromTime: null,
            toTime: null,
            weekends: false,
            timeZone: null
          }}
          cancelHref="/workspace/alerts"
        />
      </section>
    </>
  );
});
