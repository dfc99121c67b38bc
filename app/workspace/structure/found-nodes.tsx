import type { Translate } from '@/lib/core/language/texts';
import type { Kind } from '@/lib/directory/structure/kinds';
import type { Searched } from '@/lib/kit/search/search';
import { Badge } from '../ui/badge';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';

/** The results of a search in the structure, each with its place in the tree. */
export function FoundNodes({ searched, t }: { searched: Searched; t: Translate }) {
  if (searched.state === 'too short')
    return <Notice kind="hint">{t('structure.search.too.short', { least: searched.least })}</Notice>;
  const { groups, isSimilar } = searched;
  if (groups.length === 0) return <p role="status">{t('structure.search.nothing')}</p>;
  return (
    <>
      {isSimilar && <Notice kind="hint">{t('structure.search.similar')}</Notice>}
      {groups.map(({ kind, results, hasMore }) => (
        <section key={kind} className="panel" aria-labelledby={`found-${kind}`}>
          {/* The search was limited to nodes. */}
          <h2 id={`found-${kind}`}>{t(`node.kinds.${kind as Kind}`)}</h2>
          <ul className="found">
            {results.map(({ id, name, name2, number, cardNumber, above, over }) => (
              <li key={id} className="tree-line">
                <Link className="tree-name" href={`/workspace/structure/${id}`}>
                  {name2 ? `${name} ${name2}` : name}
                </Link>
                <span className="tree-detail">{[number ?? cardNumber, above].filter(Boolean).join(' · ')}</span>
                {over && <Badge>{t('structure.status.closed')}</Badge>}
                <Link className="tree-count" href={`/workspace/structure?at=${id}`}>
                  {t('structure.in.tree')}
                </Link>
              </li>
            ))}
          </ul>
          {hasMore && <p className="hint">{t('structure.search.more')}</p>}
        </section>
      ))}
    </>
  );
}
