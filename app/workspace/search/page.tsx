import './search.css';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { kindsFor, SEARCH_KINDS, type SearchKind } from '@/lib/kit/search/kinds';
import { type Searched, search } from '@/lib/kit/search/search';
import { isLikeCardNumber } from '@/lib/kit/search/sought';
import { signedIn, signedInPrincipal } from '../signed-in';
import { Empty } from '../ui/empty';
import { Notice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { Tabs } from '../ui/tabs';
import { workspacePage } from '../workspace-page';
import { ResultKeys } from './result-keys';
import { ResultList } from './result-list';
import { SearchField } from './search-field';
import { fieldTexts } from './texts';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('search.title')} – ${brand.appName}` };
}

/** The results per kind: among all kinds, and for one kind alone. */
const [FEW, MANY] = [5, 50];

const address = (q: string, kind?: SearchKind) =>
  `/workspace/search?${new URLSearchParams({ q, ...(kind && { kind }) })}`;

/** The search over everything (C2.006). */
export default workspacePage(async function SearchPage({
  searchParams
}: {
  searchParams: Promise<Record<string, unknown>>;
}) {
  const { principal, t } = await signedInPrincipal();
  const asked = await searchParams;
  const q = typeof asked.q === 'string' ? asked.q.slice(0, 100) : '';
  // A user typed it into the address, where it must not stay.
  if (isLikeCardNumber(q)) redirect('/workspace/search');
  const kinds = kindsFor(principal);
  const kind = SEARCH_KINDS.find((each) => each === asked.kind && kinds.includes(each));
  const searched =
    q === '' ? null : await search(SEARCHABLE, principal, { text: q, kinds: kind && [kind], limit: kind ? MANY : FEW });
  return (
    <>
      <PageHead title={t('search.title')} />
      <SearchField label={t('search.label')} texts={fieldTexts(t)} text={q} kind={kind} isMain />
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
                { href: address(q), label: t('search.kind.all'), current: !kind },
                ...kinds.map((each) => ({
                  href: address(q, each),
                  label: t(`search.kinds.${each}`),
                  current: each === kind
                }))
              ]}
            />
          )}
          <Results searched={searched} q={q} kind={kind} t={t} />
        </>
      )}
    </>
  );
});

interface ResultsProps {
  searched: Extract<Searched, { state: 'found' }>;
  q: string;
  kind: SearchKind | undefined;
  t: Awaited<ReturnType<typeof signedInPrincipal>>['t'];
}

function Results({ searched: { groups, isSimilar }, q, kind, t }: ResultsProps) {
  if (groups.length === 0)
    return (
      <Empty title={t('search.nothing', { q })}>
        <p>{t('search.nothing.advice')}</p>
        {kind && (
          <p>
            <a href={address(q)}>{t('search.nothing.everywhere')}</a>
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
            <ResultList results={group.results} sought={q} t={t} />
            {group.hasMore &&
              (kind ? (
                <p className="hint">{t('search.narrow', { count: MANY })}</p>
              ) : (
                <a href={address(q, group.kind)} data-result="">
                  {t('search.more', { kind: t(`search.kinds.${group.kind}`) })}
                </a>
              ))}
          </section>
        ))}
      </ResultKeys>
    </>
  );
}
