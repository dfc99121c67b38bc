import { timeZoneAt } from '@/lib/directory/structure/reads/today';
import './beside.css';
import './bulk-bar.css';
import './listing.css';
import './toolbar.css';
import { LISTS } from '@/lib/composition/process/lists';
import { isId } from '@/lib/core/secrets/ids';
import { offered } from '@/lib/kit/bulk/bulk-action';
import { bulkList } from '@/lib/kit/bulk/bulk-lists';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import { pageSizeOf } from '@/lib/kit/listing/page-size';
import { readQuery, type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { savedViews } from '@/lib/kit/listing/saved-views';
import { seenListing } from '@/lib/kit/listing/seen-columns';
import { plainTabs } from '@/lib/kit/listing/tabs';
import { doToMany } from '../bulk/actions';
import { MayFollow } from '../ui/may-follow';
import { AwaitedPanel, AwaitedRows } from './awaited';
import { dayRanges } from './day-ranges';
import { addressWith, OPEN } from './listing-address';
import { ListingBeside } from './listing-beside';
import type { ListingContext } from './listing-context';
import { ListingPlace } from './listing-place';
import type { ListingProps } from './listing-props';
import { readList } from './listing-reads';
import { ListingRows } from './listing-rows';
import { CountedTabs, ListingTabs } from './listing-tabs';
import { ListingTools } from './listing-tools';

/**
 * A list with its search, filters, order, columns, saved views, pages and export. Its reads are awaited a moment; what
 * takes longer follows, and its place is held until then.
 */
export async function ListingView(props: ListingProps) {
  const { path, keep = {}, searchParams, page, href, marks, beside } = props;
  const { principal, t, format } = page;
  const listing = seenListing(principal, props.listing);
  const [usual, timeZone, views] = await Promise.all([
    pageSizeOf(principal),
    timeZoneAt(principal.issuerId),
    savedViews(principal, listing.name)
  ]);
  const query = readQuery(listing, searchParams, usual);
  const written = writeQuery(listing, query, usual);
  const asked = { ...keep, ...Object.fromEntries(written) };
  const address: ListingContext['address'] = (changes) => addressWith(path, asked, changes);
  const context: ListingContext = { listing, query, given: searchParams, t, format, address, keep };
  const target = { list: listing.name, parameters: keep, query: writeQuery(listing, query).toString() };
  const actions = props.bulk === false ? [] : offered(principal, bulkList(LISTS, target)?.actions ?? {});
  const named = searchParams[OPEN];
  const open = beside && typeof named === 'string' && isId(named) ? named : null;
  const reads = await readList({
    principal,
    listing,
    query,
    marks,
    record: open && beside ? () => beside(open) : null
  });
  const { there } = reads;
  const isUnseen = there.has('record') && (await reads.record) === null;
  const loading = t('listing.loading');
  return (
    <ListingPlace
      path={path}
      asked={asked}
      position={placeOf(searchParams)}
      beside={
        open &&
        !isUnseen && (
          <MayFollow isThere={there.has('record') && there.has('page')} fallback={<AwaitedPanel label={loading} />}>
            <ListingBeside id={open} reads={reads} href={href?.({ issuerId: principal.issuerId, id: open })} t={t} />
          </MayFollow>
        )
      }
    >
      {listing.tabs && (
        <MayFollow
          isThere={there.has('tabs')}
          fallback={<ListingTabs context={context} tabs={plainTabs(listing, query)} />}
        >
          <CountedTabs context={context} tabs={reads.tabs} />
        </MayFollow>
      )}
      <ListingTools
        {...{ context, principal, path, views, asked }}
        totals={reads.totals}
        ranges={dayRanges(t, todayIn(timeZone))}
        current={written.toString()}
      />
      <MayFollow
        isThere={there.has('page') && there.has('totals')}
        fallback={<AwaitedRows label={loading} count={query.size} selectable={actions.length > 0} />}
      >
        <ListingRows {...props} {...{ context, reads, open, actions }} action={doToMany.bind(null, target)} />
      </MayFollow>
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
