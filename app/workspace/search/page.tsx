import './search.css';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import type { Translate } from '@/lib/core/language/texts';
import { SEARCH_KINDS, type SearchKind } from '@/lib/kit/search/kinds';
import { kindsFor } from '@/lib/kit/search/kinds-for';
import { type Searched, search } from '@/lib/kit/search/search';
import { isLikeCardNumber } from '@/lib/kit/search/sought';
import { signedIn, signedInPrincipal } from '../signed-in';
import { Empty } from '../ui/empty';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { Tabs } from '../ui/tabs';
import { workspacePage } from '../workspace-page';
import { searchPage } from './addresses';
import { ResultKeys } from './result-keys';
import { ResultList } from './result-list';
import { SearchForm } from './search-form';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('search.title')} – ${brand.appName}` };
}

/** The results per kind: among all kinds, and for one kind alone. */
const [FEW, MANY] = [5, 50];

/** The search over everything (C2.006). */
export default workspacePage(async function SearchPage({
  searchParams
}: {
  searchParams: Promise<Record<string, unknown>>;
}) {
  const { principal, program: features, t, format } = await signedInPrincipal();
  const asked = await searchParams;
  const q = typeof asked.q === 'string' ? asked.q.slice(0, 100) : '';
  // A user typed it into the address, where it must not stay.
  if (isLikeCardNumber(q)) redirect('/workspace/search');
  const kinds = kindsFor(SEARCHABLE, principal, features);
  const kind = SEARCH_KINDS.find((each) => each === asked.kind && kinds.includes(each));
  const searched =
    q === ''
      ? null
      : await search(SEARCHABLE, principal, { text: q, kinds: kind && [kind], features, limit: kind ? MANY : FEW });
  return (
    <>
      <PageHead title={t('search.title')} />
      <SearchForm t={t} text={q} kind={kind} />
      {asked.card === 'unknown' && (
        <Empty title={t('search.card.unknown')}>
          <p>{t('search.card.advice')}</p>
        </Empty>
      )}
      {searched?.state === 'too short' && (
        <Notice kind="problem">{t('search.too.short', { least: searched.least })}</Notice>
      )}
      {searched?.state === 'found' && (
        <>
          {kinds.length > 1 && (
            <Tabs
              label={t('search.kinds')}
              tabs={[
                { href: searchPage(q), label: t('search.kind.all'), current: !kind },
                ...kinds.map((each) => ({
                  href: searchPage(q, each),
                  label: t(`search.kinds.${each}`),
                  current: each === kind
                }))
              ]}
            />
          )}
          <Results searched={searched} {...{ q, kind, t, format }} />
        </>
      )}
    </>
  );
});

interface ResultsProps {
  searched: Extract<Searched, { state: 'found' }>;
  q: string;
  kind: SearchKind | undefined;
  t: Translate;
  format: Formats;
}

function Results({ searched: { groups, isSimilar }, q, kind, t, format }: ResultsProps) {
  if (groups.length === 0)
    return (
      <Empty title={t('search.nothing', { q })}>
        <p>{t('search.nothing.advice')}</p>
        {kind && (
          <p>
            <Link href={searchPage(q)}>{t('search.nothing.everywhere')}</Link>
          </p>
        )}
      </Empty>
    );
  return (
    <>
      {isSimilar && <Notice kind="hint">{t('search.similar', { q })}</Notice>}
      <ResultKeys>
        {groups.map((group) => (
          <section key={group.kind} className="panel result-group" aria-labelledby={`kind-${group.kind}`}>
            <h2 id={`kind-${group.kind}`}>{t(`search.kinds.${group.kind}`)}</h2>
            <ResultList results={group.results} sought={q} {...{ t, format }} />
            {group.hasMore &&
              (kind ? (
                <p className="hint">{t('search.narrow', { count: MANY })}</p>
              ) : (
                <Link href={searchPage(q, group.kind)} data-result="">
                  {t('search.more', { kind: t(`search.kinds.${group.kind}`) })}
                </Link>
              ))}
          </section>
        ))}
      </ResultKeys>
    </>
  );
}
