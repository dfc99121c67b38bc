import { auditListing } from '@/lib/audit/audit-listing';
import type { Listing } from '@/lib/listing/listing';
import type { SearchParams } from '@/lib/listing/query';
import { SET_UP_LISTINGS } from './set-up/listings';

export interface Place {
  listing: Listing;
  /** The page that shows it. */
  path: string;
}

/**
 * Every list of the workspace by name: its export, its saved views and the proof that it leaks nothing
 * (tests/rules/listings.test.ts) find it here. One that depends on the address returns null for a wrong one.
 */
export const LISTINGS: Readonly<Record<string, (params: SearchParams) => Place | null>> = {
  ...SET_UP_LISTINGS,
  audit: (params) => ({ listing: auditListing(params), path: '/workspace/audit' })
};

/** The list of a name, or null. */
export function listingNamed(name: string, params: SearchParams): Place | null {
  return Object.hasOwn(LISTINGS, name) ? (LISTINGS[name]?.(params) ?? null) : null;
}
