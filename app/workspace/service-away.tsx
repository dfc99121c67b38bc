import { signedIn } from './signed-in';

/** A page that could not be made because the database went away, or is asked for too much, meanwhile. */
export async function ServiceAway({ requestId }: { requestId: string }) {
  const { t } = await signedIn();
  return (
    <section className="panel" role="alert">
      <h1>{t('service.unavailable')}</h1>
      <p>{t('service.away')}</p>
      <p>{t('error.reference', { reference: requestId })}</p>
    </section>
  );
}
