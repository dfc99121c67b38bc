import { signedIn } from './signed-in';

/** An address that leads nowhere, or nowhere for this person. */
export default async function NotFoundPage() {
  const { t } = await signedIn();
  return (
    <section className="panel">
      <h1>{t('not.found.title')}</h1>
      <p>{t('not.found.message')}</p>
      <p>
        <a href="/workspace">{t('not.found.home')}</a>
      </p>
    </section>
  );
}
