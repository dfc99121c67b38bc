import '../transactions.css';
import type { SearchParams } from '@/lib/kit/listing/query';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import { openPage } from '@/lib/money/transactions/open-page';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import type { FieldSpec } from '../../ui/field-spec';
import { formTextsOf } from '../../ui/form-texts';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { suggestionText } from '../[id]/suggestion-box';
import { typedIn } from '../allocation-fields';
import { openSuggestions } from '../editor-fields';
import { placedName } from '../splits/placed';
import { listQuery, transactionAddress } from '../transaction-address';
import { saveRow } from './actions';
import { CodingRow, type RowTexts } from './coding-row';
import { rowFields, rowValues } from './row-fields';
import type { RowSuggestion } from './use-row-values';

export const generateMetadata = titled('coding.title');

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** The transactions to review, coded row by row; each row saves itself. Divided ones link to their own page. */
export default workspacePage(async function CodingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('transactions', 'modify', 'transaction.review');
  const { t } = page;
  const query = await searchParams;
  const list = listQuery(query);
  const { views, previous, next } = await openPage(page.principal, query);
  const at = (place: string) => `/workspace/transactions/code?${new URLSearchParams(`${list}&${place}`)}`;
  return (
    <>
      <PageHead
        title={t('coding.title')}
        trail={[{ href: `/workspace/transactions${list && `?${list}`}`, label: t('transaction.title') }]}
      />
      <p className="muted">{t('coding.about')}</p>
      <noscript>
        <Notice kind="hint">{t('coding.script')}</Notice>
      </noscript>
      {views.length === 0 && <Empty title={t('coding.none')} />}
      <ol className="coding-rows">
        {await Promise.all(views.map((seen) => <Row key={seen.transaction.id} seen={seen} list={list} page={page} />))}
      </ol>
      {(previous || next) && (
        <nav className="listing-pages" aria-label={t('listing.pages')}>
          {previous && (
            <a className="button" rel="prev" href={at(`before=${previous}`)}>
              {t('listing.page.previous')}
            </a>
          )}
          {next && (
            <a className="button" rel="next" href={at(`after=${next}`)}>
              {t('listing.page.next')}
            </a>
          )}
        </nav>
      )}
    </>
  );
});

async function Row({ seen, list, page }: { seen: AllocatingView; list: string; page: Page }) {
  const { principal, t, format, locale } = page;
  const { transaction, allocations } = seen;
  const what = (
    <>
      <a href={transactionAddress(transaction.id, { list })}>
        {transaction.merchantName ?? t(`transaction.type.${transaction.type}`)}
      </a>
      <span className="transaction-amount">{format.money(transaction.billedAmount, transaction.billedCurrency)}</span>
      <span className="muted">{[format.date(transaction.transactionDate), transaction.accountName].join(' · ')}</span>
    </>
  );
  if (allocations.length > 1)
    return (
      <li className="panel coding-row">
        <div className="coding-what">{what}</div>
        <p className="muted">{t('coding.divided', { count: allocations.length })}</p>
      </li>
    );
  const fields = rowFields(principal.role, t, seen);
  return (
    <li className="panel">
      <CodingRow
        id={transaction.id}
        version={transaction.version}
        action={saveRow}
        fields={fields}
        values={rowValues(seen, fields, locale)}
        suggestions={await rowSuggestions(seen, fields, page)}
        texts={rowTextsOf(page)}
        formTexts={formTextsOf(t)}
      >
        {what}
      </CodingRow>
    </li>
  );
}

async function rowSuggestions(seen: AllocatingView, fields: FieldSpec[], page: Page): Promise<RowSuggestion[]> {
  const { principal, t, locale } = page;
  const coded = fields.map((field) => ({ ...field, name: field.name.replace(placedName(0, ''), '') }));
  const suggestions = await openSuggestions(seen, coded);
  return suggestions.map((one) => {
    const name = `codes.${one.codeId}`;
    return {
      field: placedName(0, name),
      value: typedIn(coded, locale, { [name]: one.value })[name] ?? one.value,
      why: suggestionText(t, one, seen.transaction, principal.role === 'A')
    };
  });
}

const rowTextsOf = ({ t }: Page): RowTexts => ({
  saving: t('form.sending'),
  saved: t('coding.saved'),
  undone: t('coding.undone'),
  refused: t('coding.refused'),
  undo: t('undo'),
  review: t('transaction.event.review'),
  reviewed: t('transaction.done.review'),
  take: t('suggestion.take.value', { value: '{value}' })
});
