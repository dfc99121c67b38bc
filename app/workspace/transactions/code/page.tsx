import { groupBy } from '@/lib/core/database/group-by';
import type { SearchParams } from '@/lib/kit/listing/query';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import { chosenValues } from '@/lib/money/transactions/chosen-values';
import { openPage } from '@/lib/money/transactions/open-page';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { formTextsOf } from '../../ui/form-texts';
import { Link } from '../../ui/link';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { listQuery } from '../transaction-address';
import { saveRows } from './actions';
import { CodingGrid } from './coding-grid';
import { gridOf } from './grid-columns';

export const generateMetadata = titled('coding.title');

/** A month's transactions on one page. */
const ROWS = 300;

/** The transactions to review in a grid whose rows save themselves. Divided ones link to their own page (C1.002). */
export default workspacePage(async function CodingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('transactions', 'modify', 'transaction.review');
  const { t, principal } = page;
  const query = await searchParams;
  const list = listQuery(query);
  const { views, previous, next } = await openPage(principal, query, ROWS);
  const at = (place: string) => `/workspace/transactions/code?${new URLSearchParams(`${list}&${place}`)}`;
  return (
    <>
      <PageHead
        title={t('coding.title')}
        trail={[{ href: `/workspace/transactions${list && `?${list}`}`, label: t('transaction.title') }]}
        detail={<span className="coding-about">{t('coding.about')}</span>}
      />
      {views.length === 0 ? (
        <Empty title={t('coding.none')} />
      ) : (
        <CodingGrid
          {...gridOf(views, page, list)}
          labels={await labelsIn(views)}
          save={saveRows}
          formTexts={formTextsOf(t)}
          texts={{
            grid: t('coding.title'),
            transaction: t('transaction.merchant'),
            state: t('transaction.state'),
            review: t('transaction.event.review'),
            take: t('coding.take'),
            fill: t('coding.fill'),
            undo: t('undo'),
            suggested: t('coding.suggested', { value: '{value}', why: '{why}' }),
            saving: t('form.sending'),
            saved: t('coding.saved'),
            refused: t('coding.refused'),
            reviewed: t('transaction.state.reviewed')
          }}
        />
      )}
      {(previous || next) && (
        <nav className="listing-pages" aria-label={t('listing.pages')}>
          {previous && (
            <Link className="button" rel="prev" href={at(`before=${previous}`)}>
              {t('listing.page.previous')}
            </Link>
          )}
          {next && (
            <Link className="button" rel="next" href={at(`after=${next}`)}>
              {t('listing.page.next')}
            </Link>
          )}
        </nav>
      )}
    </>
  );
});

/** The labels of the values in the grid, by `valueKey`. */
async function labelsIn(views: readonly AllocatingView[]): Promise<Record<string, string>> {
  const issuers = [...groupBy(views, ({ transaction }) => transaction.issuerId)];
  const values = await Promise.all(issuers.map(([issuerId, own]) => chosenValues(issuerId, own)));
  return Object.fromEntries(values.flatMap((of) => [...of].map(([key, { code, name }]) => [key, `${code} – ${name}`])));
}
