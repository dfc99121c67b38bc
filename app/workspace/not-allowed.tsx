import { signedIn } from './signed-in';
import { Link } from './ui/link';

/** Says that the user may not use a screen, if that reveals nothing. */
export async function NotAllowed() {
  const { t } = await signedIn();
  return (
    <section className="panel">
      <h1>{t('not.found.title')}</h1>
      <p>{t('not.allowed.message')}</p>
      <p>
        <Link href="/workspace">{t('not.found.home')}</Link>
      </p>
    </section>
  );
}
