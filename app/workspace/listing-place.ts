import type { Listing } from '@/lib/listing/listing';

/** A list, and where it stands. */
export interface Place {
  listing: Listing;
  /** The page that shows it. */
  path: string;
}
