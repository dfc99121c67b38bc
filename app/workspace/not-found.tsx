import { signedIn } from './signed-in';
import { Link } from './ui/link';

/** The page of an unknown address, or of one the user may not see. */
export default async function NotFoundPage() {
  const { t } = await signedIn();
  return (
    <section className="panel">
      <h1>{t('not.found.title')}</h1>
      <p>{t('not.found.message')}</p>
      <p>
        <Link href="/workspace">{t('not.found.home')}</Link> · <Link href="/workspace/search">{t('search.title')}</Link>
      </p>
    </section>
  );
}
