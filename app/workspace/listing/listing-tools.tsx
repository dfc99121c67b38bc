import { Suspense } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import { COUNTED, type ListTotals } from '@/lib/kit/listing/page';
import type { SavedView } from '@/lib/kit/listing/saved-views';
import { ColumnsChoice } from './columns-choice';
import type { DayRange } from './day-ranges';
import { filterSpecs, shownFilters } from './filter-spec';
import type { ListingContext } from './listing-context';
import { ListingToolbar } from './listing-toolbar';
import { ListingViews } from './listing-views';

interface Props {
  context: ListingContext;
  principal: Principal;
  totals: Promise<ListTotals>;
  ranges: readonly DayRange[];
  path: string;
  views: SavedView[];
  /** The current query, and with the parameters that the list keeps. */
  current: string;
  asked: Readonly<Record<string, string>>;
}

/** The toolbar of a list in the reader's language. */
export async function ListingTools({ context, principal, totals, ranges, path, views, current, asked }: Props) {
  const { listing, query, t } = context;
  const files = `/workspace/export/${listing.name}?`;
  return (
    <ListingToolbar
      {...(listing.search && { search: query.text })}
      filters={await filterSpecs(context, principal, ranges)}
      usual={shownFilters(context)}
      texts={{
        search: t('listing.apply'),
        searchHere: t('listing.search'),
        filter: t('listing.filter'),
        apply: t('listing.filter.apply'),
        remove: t('listing.filter.remove', { name: '{name}' }),
        from: t('listing.from'),
        to: t('listing.to'),
        compare: t('listing.compare'),
        lines: t('listing.lines'),
        columns: t('listing.columns'),
        views: t('listing.views'),
        export: t('listing.export'),
        csv: t('listing.export.csv'),
        xlsx: t('listing.export.xlsx')
      }}
      files={{
        csv: `${files}${new URLSearchParams(asked)}`,
        xlsx: `${files}${new URLSearchParams({ ...asked, as: 'xlsx' })}`
      }}
      summary={
        // It stands here from the start, so that the count is told when it comes.
        <p role="status" className="toolbar-summary">
          <Suspense>
            <Summary context={context} totals={totals} />
          </Suspense>
        </p>
      }
      columns={<Columns context={context} />}
      views={<ListingViews context={context} views={views} current={current} path={path} />}
    />
  );
}

/** The number of matching rows, and their totals by currency. */
async function Summary({ context: { t, format }, totals }: Pick<Props, 'context' | 'totals'>) {
  const { count, sums } = await totals;
  const money = sums?.length === 1 ? format.shortMoney : format.money;
  return (
    <>
      <span>{count > COUNTED ? t('listing.count.more', { count: COUNTED }) : t('listing.count', { count })}</span>
      {sums?.map(({ currency, amount }) => (
        <span key={currency}>{money(amount, currency)}</span>
      ))}
    </>
  );
}

const Columns = ({ context: { listing, query, t } }: Pick<Props, 'context'>) => (
  <ColumnsChoice
    columns={Object.entries(listing.columns)
      .filter(([, { nameOf }]) => !nameOf)
      .map(([name, column]) => ({
        name,
        label: t(column.label),
        shown: query.columns.includes(name),
        sortable: column.sort !== false
      }))}
    sort={query.sort}
    descending={query.descending}
    texts={{
      order: t('listing.order'),
      direction: t('listing.order.direction'),
      ascending: t('listing.order.ascending'),
      descending: t('listing.order.descending'),
      shown: t('listing.columns.shown')
    }}
  />
);
