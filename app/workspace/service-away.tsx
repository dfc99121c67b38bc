import { signedIn } from './signed-in';

/** Shown if the database became unavailable or overloaded while a page was rendered. */
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
