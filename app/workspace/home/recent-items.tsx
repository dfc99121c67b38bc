import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { recentItems } from '@/lib/kit/search/recent-items';
import { recordAddress } from '../record-address';
import { signedIn } from '../signed-in';
import { Link } from '../ui/link';

const RECENT = 6;

/** The records that the user opened last (C2.005). */
export async function RecentItems() {
  const { principal, program, t } = await signedIn();
  const recent = await recentItems(SEARCHABLE, principal, RECENT, program);
  if (recent.length === 0) return null;
  return (
    <section className="panel home-recent" aria-labelledby="recent-items">
      <h2 id="recent-items">{t('home.recent')}</h2>
      <ul>
        {recent.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <Link href={recordAddress(item)}>{item.name}</Link>
            <span className="hint">{t(`search.kind.${item.kind}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
