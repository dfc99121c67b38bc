import './beside.css';
import './bulk-bar.css';
import './listing.css';
import './toolbar.css';
import type { ReactNode } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import type { Translate } from '@/lib/core/language/texts';
import { isId } from '@/lib/core/secrets/ids';
import { type BulkAction, offered } from '@/lib/kit/bulk/bulk-action';
import { bulkList } from '@/lib/kit/bulk/bulk-lists';
import { timeZoneOf, todayIn } from '@/lib/kit/listing/issuer-days';
import type { Listing } from '@/lib/kit/listing/listing';
import { COUNTED, listPage, listTotals, type Row } from '@/lib/kit/listing/page';
import { pageSizeOf } from '@/lib/kit/listing/page-size';
import { readQuery, type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { savedViews } from '@/lib/kit/listing/saved-views';
import { listTabs } from '@/lib/kit/listing/tabs';
import { doToMany } from '../bulk/actions';
import { signedIn } from '../signed-in';
import { Empty } from '../ui/empty';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';
import type { BulkButton, BulkTexts } from './bulk-texts';
import { dayRanges } from './day-ranges';
import { ListKeys } from './list-keys';
import { addressWith, OPEN } from './listing-address';
import { ListingBulk } from './listing-bulk';
import type { ListingContext } from './listing-context';
import { ListingPages, positionOf } from './listing-pages';
import { type Beside, ListingPanel, type PanelTexts } from './listing-panel';
import { ListingPlace } from './listing-place';
import { columnsRead, shapeOf } from './listing-shape';
import { ListingTable } from './listing-table';
import { ListingTabs } from './listing-tabs';
import { ListingTools } from './listing-tools';
import { RowOpener } from './row-opener';

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
  /** The record of a row, which the address can open beside the list; null if the reader doesn't see it. */
  beside?: (id: string) => Promise<Beside | null>;
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
  beside,
  bulk,
  empty
}: Props) {
  const { principal, t, format } = page;
  const [usual, timeZone, { locale }] = await Promise.all([pageSizeOf(principal), timeZoneOf(principal), signedIn()]);
  const query = readQuery(listing, searchParams, usual);
  const [{ rows, previous, next }, totals, tabs, views] = await Promise.all([
    listPage(principal, listing, { ...query, columns: columnsRead(listing, query) }),
    listTotals(principal, listing, query),
    listTabs(principal, listing, query),
    savedViews(principal, listing.name)
  ]);
  const { count } = totals;
  const written = writeQuery(listing, query, usual);
  const asked = { ...keep, ...Object.fromEntries(written) };
  const address: ListingContext['address'] = (changes) => addressWith(path, asked, changes);
  const context: ListingContext = { listing, query, given: searchParams, t, format, address, keep };
  const target = { list: listing.name, parameters: keep, query: writeQuery(listing, query).toString() };
  const actions = bulk === false ? [] : offered(principal, bulkList(LISTS, target)?.actions ?? {});
  const marked = marks && (await marks(rows));
  const named = searchParams[OPEN];
  const record = (beside && typeof named === 'string' && isId(named) && (await beside(named))) || null;
  const open = record ? String(named) : null;
  const ids = rows.map(({ id }) => id);
  const listed = rows.length > 0 && (
    <ListingTable
      {...{ context, rows, href, cells }}
      shape={shapeOf(listing, query, rows)}
      marks={marked}
      actions={actions}
      open={open}
    />
  );
  const table = beside && listed ? <RowOpener>{listed}</RowOpener> : listed;
  const narrowed = query.text !== '' || Object.keys(query.filters).length > 0;
  return (
    <ListingPlace
      path={path}
      asked={asked}
      position={placeOf(searchParams)}
      beside={
        open &&
        record && (
          <ListingPanel
            {...{ ids, record }}
            id={open}
            href={href?.({ issuerId: principal.issuerId, id: open }) ?? null}
            texts={panelTexts(t)}
          />
        )
      }
    >
      <ListKeys open={open} ids={ids} />
      {tabs.length > 0 && <ListingTabs context={context} tabs={tabs} />}
      <ListingTools
        {...{ context, principal, totals, path, views, asked }}
        ranges={dayRanges(t, todayIn(timeZone))}
        current={written.toString()}
      />
      {actions.length > 0 ? (
        <ListingBulk
          action={doToMany.bind(null, target)}
          buttons={rows.length > 0 ? bulkButtons(t, actions) : []}
          texts={bulkTexts(t, { count, shown: rows.length })}
          locale={locale}
        >
          {table}
        </ListingBulk>
      ) : (
        table
      )}
      {rows.length === 0 &&
        (narrowed ? (
          <Empty title={t('listing.nothing.found')}>
            <Link href={addressWith(path, keep, {})}>{t('listing.clear')}</Link>
          </Empty>
        ) : (
          (empty ?? <Empty title={t('listing.empty')} />)
        ))}
      {(previous || next) && (
        <ListingPages
          context={context}
          previous={previous}
          next={next}
          position={positionOf(searchParams, query, rows.length, count)}
          count={count}
        />
      )}
    </ListingPlace>
  );
}

/** The parameters of an address that say which page of the list it shows. */
const placeOf = (params: SearchParams): Record<string, string> =>
  Object.fromEntries(
    ['after', 'before', 'place', 'at'].flatMap((name) => {
      const value = params[name];
      return typeof value === 'string' ? [[name, value]] : [];
    })
  );

const panelTexts = (t: Translate): PanelTexts => ({
  close: t('listing.panel.close'),
  previous: t('listing.panel.previous'),
  next: t('listing.panel.next'),
  page: t('listing.panel.page')
});

const bulkButtons = (t: Translate, actions: [string, BulkAction][]): BulkButton[] =>
  actions.map(([value, action], index) => ({
    value,
    label: t(action.label),
    ...(action.explanation && { explanation: t(action.explanation) }),
    ...(action.danger && { danger: true }),
    ...('screen' in action && { leads: true }),
    ...('reason' in action && { reason: t('transaction.reason') }),
    ...(action.undo && {
      undoable: true,
      isReverse: actions.slice(0, index).some(([name]) => name === action.undo)
    })
  }));

function bulkTexts(t: Translate, { count, shown }: { count: number; shown: number }): BulkTexts {
  return {
    label: t('listing.with.selected'),
    ...(count > shown && {
      all: count > COUNTED ? t('bulk.all.more', { count: COUNTED }) : t('bulk.all', { count })
    }),
    selected: t('bulk.selected', { count: '{count}' }),
    some: t('bulk.some', { action: '{action}', count: '{count}', total: '{total}' }),
    clear: t('bulk.clear'),
    undone: t('coding.undone'),
    cancel: t('form.cancel'),
    sending: t('form.sending'),
    failed: t('save.failed'),
    serverDown: t('server.down')
  };
}
