import { signedIn } from './signed-in';

/** The page of an unknown address, or of one the user may not see. */
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
