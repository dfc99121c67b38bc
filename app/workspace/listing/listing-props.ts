import type { ReactNode } from 'react';
import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { Listing } from '@/lib/kit/listing/listing';
import type { Row } from '@/lib/kit/listing/page';
import type { SearchParams } from '@/lib/kit/listing/query';
import type { Formats } from '../ui/formats';
import type { Beside } from './listing-panel';

/** What a page says of its list. */
export interface ListingProps {
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
