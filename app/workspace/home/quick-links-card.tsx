import { quickLinks } from '@/lib/kit/quick-links/quick-links';
import { signedIn } from '../signed-in';
import { Link } from '../ui/link';

/** The pages that the user keeps at hand, in their order (C2.005). */
export async function QuickLinksCard() {
  const { principal, t } = await signedIn();
  const links = await quickLinks(principal);
  return (
    <section className="panel home-links" aria-labelledby="home-links">
      <div className="home-head">
        <h2 id="home-links">{t('quick.link.title')}</h2>
        {links.length > 0 && !principal.accessor && (
          <Link href="/workspace/quick-links">{t('quick.link.arrange')}</Link>
        )}
      </div>
      {links.length === 0 ? (
        <p className="hint">{t('quick.link.none')}</p>
      ) : (
        <ul>
          {links.map(({ id, name, address }) => (
            <li key={id}>
              <Link href={address} className="button">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
