import { signedIn } from './signed-in';

/** Says that the user may not use a screen, if that reveals nothing. */
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
