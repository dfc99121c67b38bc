import { signedIn } from './signed-in';

/** A screen that the product has, for whom it isn't: told where that gives nothing away. */
export async function NotAllowed() {
  const { t } = await signedIn();
  return (
    <section className="panel">
      <h1>{t('not.found.title')}</h1>
      <p>{t('not.allowed.message')}</p>
      <p>
        <a href="/workspace">{t('not.found.home')}</a>
      </p>
    </section>
  );
}
