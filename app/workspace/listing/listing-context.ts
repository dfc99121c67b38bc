import type { Translate } from '@/lib/core/language/texts';
import type { Listing } from '@/lib/kit/listing/listing';
import type { ListQuery, SearchParams } from '@/lib/kit/listing/query';
import type { Formats } from '../ui/formats';

/** The context of one list, from which all parts build addresses and texts. */
export interface ListingContext {
  listing: Listing;
  query: ListQuery;
  /** The address as requested: invalid values are shown again. */
  given: SearchParams;
  t: Translate;
  format: Formats;
  /** The list's address with changed parameters; it drops the position in the pages unless that is one of them. */
  address: (changes: Record<string, string | null>) => string;
  keep: Record<string, string>;
}
