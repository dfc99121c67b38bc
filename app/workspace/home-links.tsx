import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { recentItems } from '@/lib/kit/search/recent-items';
import { totalsOf } from '@/lib/kit/search/totals';
import { countText } from './counted';
import { quickLinksFor } from './navigation';
import { ResultList } from './search/result-list';
import { signedIn } from './signed-in';

const RECENT = 8;

/** Totals of the user's records, quick links of the role, and recently opened records (C2.005). */
export async function HomeLinks() {
  const { principal, program, t, format } = await signedIn();
  const [totals, recent] = await Promise.all([
    totalsOf(SEARCHABLE, principal),
    recentItems(SEARCHABLE, principal, RECENT)
  ]);
  return (
    <>
      {totals.length > 0 && (
        <dl className="totals" aria-label={t('home.totals')}>
          {totals.map(({ kind, count }) => (
            <div key={kind} className="panel total">
              <dt>{t(`search.kinds.${kind}`)}</dt>
              <dd>{countText(count, { t, format })}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="home-columns">
        <section className="panel" aria-labelledby="quick-links">
          <h2 id="quick-links">{t('home.quick.links')}</h2>
          <ul className="quick-links">
            {quickLinksFor(principal, program).map(({ href, label }) => (
              <li key={href}>
                <a className="button" href={href}>
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section className="panel" aria-labelledby="recent-items">
          <h2 id="recent-items">{t('home.recent')}</h2>
          {recent.length > 0 ? <ResultList results={recent} t={t} /> : <p className="hint">{t('home.recent.empty')}</p>}
        </section>
      </div>
    </>
  );
}
