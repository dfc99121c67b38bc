import './listing.css';
import type { ReactNode } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import type { Translate } from '@/lib/core/language/texts';
import { type BulkAction, offered } from '@/lib/kit/bulk/bulk-action';
import { bulkList } from '@/lib/kit/bulk/bulk-lists';
import type { Listing } from '@/lib/kit/listing/listing';
import { COUNTED, listCount, listPage, type Row } from '@/lib/kit/listing/page';
import { pageSizeOf } from '@/lib/kit/listing/page-size';
import { readQuery, type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { savedViews, VIEW_PROBLEMS, type ViewProblem } from '@/lib/kit/listing/saved-views';
import { doToMany } from '../bulk/actions';
import { Empty } from '../ui/empty';
import type { Formats } from '../ui/formats';
import { type BulkButton, type BulkTexts, ListingBulk } from './listing-bulk';
import type { ListingContext } from './listing-context';
import { ListingTable } from './listing-table';
import { ListingTools } from './listing-tools';
import { ListingViews } from './listing-views';

interface Props {
  listing: Listing;
  /** The address of the page. */
  path: string;
  /** Other parameters of the address to keep: an owner, a tab. */
  keep?: Record<string, string>;
  searchParams: SearchParams;
  page: { principal: Principal; t: Translate; format: Formats };
  /** The address of a row's page. Absent: rows are not links. */
  href?: (row: Row) => string | null;
  /** Cells with their own rendering. */
  cells?: Record<string, (row: Row) => ReactNode>;
  /** Content beside the names of rows, by id: requested once for all rows of the page. */
  marks?: (rows: readonly Row[]) => Promise<ReadonlyMap<string, ReactNode>>;
  /** False on read-only pages, which have no bulk actions. */
  bulk?: false;
  /** The empty state without search or filters. */
  empty?: ReactNode;
}

/** A list with its search, filters, order, columns, saved views, pages and export. */
export async function ListingView({
  listing,
  path,
  keep = {},
  searchParams,
  page,
  href,
  cells,
  marks,
  bulk,
  empty
}: Props) {
  const { principal, t, format } = page;
  const usual = await pageSizeOf(principal);
  const query = readQuery(listing, searchParams, usual);
  const [{ rows, previous, next }, count, views] = await Promise.all([
    listPage(principal, listing, query),
    listCount(principal, listing, query),
    savedViews(principal, listing.name)
  ]);
  const written = writeQuery(listing, query, usual);
  const asked = { ...keep, ...Object.fromEntries(written) };
  const address = addressesOf(path, asked);
  const context: ListingContext = { listing, query, given: searchParams, t, format, address, keep, usual };
  const target = { list: listing.name, parameters: keep, query: writeQuery(listing, query).toString() };
  const actions = bulk === false ? [] : offered(principal, bulkList(LISTS, target)?.actions ?? {});
  const marked = marks && (await marks(rows));
  const table = rows.length > 0 && (
    <ListingTable
      context={context}
      rows={rows}
      href={href}
      cells={cells}
      marks={marked}
      selectable={actions.length > 0}
    />
  );
  const narrowed = query.text !== '' || Object.keys(query.filters).length > 0;
  const clear = Object.keys(keep).length > 0 ? `${path}?${new URLSearchParams(keep)}` : path;
  return (
    <div className="listing">
      <ListingTools context={context} path={path} clear={narrowed ? clear : null} />
      <div className="listing-status">
        <p role="status">
          {count > COUNTED ? t('listing.count.more', { count: COUNTED }) : t('listing.count', { count })}
        </p>
        <ListingViews
          context={context}
          views={views}
          current={written.toString()}
          path={path}
          problem={problemOf(searchParams)}
        />
        <ListingExports list={listing.name} asked={asked} t={t} />
      </div>
      {actions.length > 0 ? (
        <ListingBulk
          action={doToMany.bind(null, target)}
          buttons={rows.length > 0 ? bulkButtons(t, actions) : []}
          texts={bulkTexts(t, { count, shown: rows.length })}
        >
          {table}
        </ListingBulk>
      ) : (
        table
      )}
      {rows.length === 0 &&
        (narrowed ? (
          <Empty title={t('listing.nothing.found')}>
            <a href={clear}>{t('listing.clear')}</a>
          </Empty>
        ) : (
          (empty ?? <Empty title={t('listing.empty')} />)
        ))}
      {(previous || next) && <ListingPages context={context} previous={previous} next={next} />}
    </div>
  );
}

/** The addresses of a list: its current parameters with some changed. */
function addressesOf(path: string, asked: Record<string, string>): ListingContext['address'] {
  return (changes) => {
    const params = new URLSearchParams(asked);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) params.delete(name);
      else params.set(name, value);
    }
    return params.size > 0 ? `${path}?${params}` : path;
  };
}

interface ExportsProps {
  list: string;
  /** The parameters of the list's address. */
  asked: Record<string, string>;
  t: Translate;
}

/** The links that export the list as a file. */
function ListingExports({ list, asked, t }: ExportsProps) {
  const exportHref = `/workspace/export/${list}?${new URLSearchParams(asked)}`;
  return (
    <>
      <a className="button" href={exportHref}>
        {t('listing.export')}
      </a>
      <a className="button" href={`${exportHref}${exportHref.endsWith('?') ? '' : '&'}as=xlsx`}>
        {t('listing.export.xlsx')}
      </a>
    </>
  );
}

interface PagesProps {
  context: ListingContext;
  previous: string | null;
  next: string | null;
}

/** The links to the other pages. */
function ListingPages({ context: { t, address }, previous, next }: PagesProps) {
  return (
    <nav className="listing-pages" aria-label={t('listing.pages')}>
      {previous && (
        <>
          <a className="button" href={address({})}>
            {t('listing.page.first')}
          </a>
          <a className="button" rel="prev" href={address({ before: previous })}>
            {t('listing.page.previous')}
          </a>
        </>
      )}
      {next && (
        <>
          <a className="button" rel="next" href={address({ after: next })}>
            {t('listing.page.next')}
          </a>
          <a className="button" href={address({ place: 'end' })}>
            {t('listing.page.last')}
          </a>
        </>
      )}
    </nav>
  );
}

/** The text of a view's refusal in the address; unknown codes give no text. */
function problemOf({ problem }: SearchParams): ViewProblem | undefined {
  return VIEW_PROBLEMS.find((known) => known === problem);
}

const bulkButtons = (t: Translate, actions: [string, BulkAction][]): BulkButton[] =>
  actions.map(([value, action]) => ({
    value,
    label: t(action.label),
    ...(action.explanation && { explanation: t(action.explanation) }),
    ...(action.danger && { danger: true }),
    ...('screen' in action && { leads: true }),
    ...('reason' in action && { reason: t('transaction.reason') })
  }));

function bulkTexts(t: Translate, { count, shown }: { count: number; shown: number }): BulkTexts {
  return {
    legend: t('listing.with.selected'),
    ticked: t('bulk.ticked'),
    ...(count > shown && {
      all: count > COUNTED ? t('bulk.all.more', { count: COUNTED }) : t('bulk.all', { count })
    }),
    selected: t('bulk.selected', { count: '{count}' }),
    nothing: t('bulk.nothing'),
    cancel: t('form.cancel'),
    sending: t('form.sending'),
    failed: t('save.failed'),
    serverDown: t('server.down')
  };
}
