import { may, type Principal } from '../../access/policy/principal';
import type { Column, Listing } from './listing';
import type { ListQuery } from './query';

const isSeen = (principal: Principal, { area }: Column): boolean => area === undefined || may(principal, area, 'view');

/** A list with the columns that the principal may see: those with an area of their own need its permission (C6.032). */
export function seenListing(principal: Principal, listing: Listing): Listing {
  const columns = Object.entries(listing.columns).filter(([, column]) => isSeen(principal, column));
  return { ...listing, columns: Object.fromEntries(columns) };
}

/** Whether a query shows, filters or sorts by no column that the principal may not see. */
export const asksForSeen = (
  principal: Principal,
  listing: Listing,
  { columns, filters, anyOf = [], sort }: Pick<ListQuery, 'columns' | 'filters' | 'anyOf' | 'sort'>
): boolean =>
  [...columns, ...[filters, ...anyOf].flatMap((one) => Object.keys(one)), sort].every((name) => {
    const column = listing.columns[name];
    return column === undefined || isSeen(principal, column);
  });
