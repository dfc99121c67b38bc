import type { Translate } from '@/lib/core/language/texts';
import type { Listing } from '@/lib/kit/listing/listing';
import type { ListQuery, SearchParams } from '@/lib/kit/listing/query';
import type { Formats } from '../ui/formats';

/** Everything around one list: what all parts need to make addresses and words. */
export interface ListingContext {
  listing: Listing;
  query: ListQuery;
  /** The address as it was given: what is wrong in it is shown again. */
  given: SearchParams;
  t: Translate;
  format: Formats;
  /** The list's address with some parameters changed; without its place in the pages unless that is among them. */
  address: (changes: Record<string, string | null>) => string;
  keep: Record<string, string>;
  /** Rows on a page when the address doesn't say. */
  usual: number;
}
