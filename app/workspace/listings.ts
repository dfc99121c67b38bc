import { isId } from '@/lib/core/secrets/ids';
import { SIGN_IN_SECURITY } from '@/lib/directory/people/security/listing';
import { AUTHORITY_TEMPLATES } from '@/lib/directory/people/templates/authority-templates';
import { USER_GROUPS } from '@/lib/directory/people/templates/user-groups';
import { USER_TEMPLATES } from '@/lib/directory/people/templates/user-templates';
import { USERS } from '@/lib/directory/people/user-listing';
import { CONFIGURED_COMPANIES, CONFIGURED_ISSUERS } from '@/lib/directory/programs/configured-node';
import { PROGRAM_OPTIONS } from '@/lib/directory/programs/program-options';
import { CORPORATE_CODES, REGISTRATION_LOCKS, REGISTRATIONS } from '@/lib/directory/registration/listings';
import { accountList, nodeList } from '@/lib/directory/structure/lists';
import { auditListing } from '@/lib/kit/audit/audit-listing';
import { OWN_JOBS } from '@/lib/kit/jobs/own-jobs';
import type { Listing } from '@/lib/kit/listing/listing';
import type { SearchParams } from '@/lib/kit/listing/query';
import { SPLIT_PROFILES } from '@/lib/money/allocation/split-profiles';
import { APPROVAL_PROFILES } from '@/lib/money/approvals/profiles';
import { FEEDS } from '@/lib/money/feeds/feeds';
import { FEED_MAPPINGS } from '@/lib/money/feeds/mappings';
import { feedRejects } from '@/lib/money/feeds/rejects';
import { LEDGER_EXPORTS } from '@/lib/money/ledger/exports';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { WAITING } from '@/lib/money/transactions/waiting';
import type { Place } from './listing-place';
import { SET_UP_LISTINGS } from './set-up/listings';

/**
 * Every list of the workspace by name: its export, its saved views and the proof that it leaks nothing
 * (tests/rules/listings.test.ts) find it here. One that depends on the address returns null for a wrong one.
 */
export const LISTINGS: Readonly<Record<string, (params: SearchParams) => Place | null>> = {
  accounts: (params) => of(params, 'under', accountList, '/workspace/structure/accounts', '/workspace/structure'),
  [FEEDS.name]: () => ({ listing: FEEDS, path: '/workspace/feeds' }),
  [FEED_MAPPINGS.name]: () => ({ listing: FEED_MAPPINGS, path: '/workspace/feeds/mappings' }),
  'feed-rejects': (params) => of(params, 'feed', feedRejects, '/workspace/feeds/rejects', '/workspace/feeds/rejects'),
  jobs: () => ({ listing: OWN_JOBS, path: '/workspace/jobs' }),
  nodes: (params) => of(params, 'under', nodeList, '/workspace/structure/list', '/workspace/structure'),
  'configured-companies': () => ({ listing: CONFIGURED_COMPANIES, path: '/workspace/configuration/company' }),
  'configured-issuers': () => ({ listing: CONFIGURED_ISSUERS, path: '/workspace/configuration/issuer' }),
  'program-options': () => ofRecords(PROGRAM_OPTIONS, '/workspace/program-options'),
  audit: (params) => ({ listing: auditListing(params), path: '/workspace/audit' }),
  [APPROVAL_PROFILES.name]: () => ({ listing: APPROVAL_PROFILES, path: '/workspace/approvals/profiles' }),
  [AUTHORITY_TEMPLATES.name]: () => ofRecords(AUTHORITY_TEMPLATES, '/workspace/people/authority-templates'),
  [CORPORATE_CODES.name]: () => ({ listing: CORPORATE_CODES, path: '/workspace/registrations/corporate-codes' }),
  [LEDGER_EXPORTS.name]: () => ({ listing: LEDGER_EXPORTS, path: '/workspace/ledger' }),
  [REGISTRATION_LOCKS.name]: () => ({ listing: REGISTRATION_LOCKS, path: '/workspace/registrations/locks' }),
  [REGISTRATIONS.name]: () => ({ listing: REGISTRATIONS, path: '/workspace/registrations' }),
  [SIGN_IN_SECURITY.name]: () => ({ listing: SIGN_IN_SECURITY, path: '/workspace/people/dual-authentication' }),
  [SPLIT_PROFILES.name]: () => ({ listing: SPLIT_PROFILES, path: '/workspace/transactions/profiles' }),
  [TRANSACTIONS.name]: () => ofRecords(TRANSACTIONS, '/workspace/transactions'),
  [USER_GROUPS.name]: () => ofRecords(USER_GROUPS, '/workspace/people/user-groups'),
  [USER_TEMPLATES.name]: () => ofRecords(USER_TEMPLATES, '/workspace/people/user-templates'),
  [USERS.name]: () => ofRecords(USERS, '/workspace/people'),
  [WAITING.name]: () => ofRecords(WAITING, '/workspace/approvals', '/workspace/transactions'),
  ...SET_UP_LISTINGS
};

/** A list whose records have pages of their own, below `home`. */
const ofRecords = (listing: Listing, path: string, home = path): Place => ({
  listing,
  path,
  record: ({ id }) => `${home}/${id}`
});

/** A list of all that one sees, or of what belongs to the record that a parameter of the address names. */
function of(
  params: SearchParams,
  name: string,
  list: (id?: string) => Listing,
  path: string,
  home: string
): Place | null {
  const id = params[name];
  if (id === undefined || id === '') return ofRecords(list(), path, home);
  return typeof id === 'string' && isId(id) ? ofRecords(list(id), path, home) : null;
}

/** The list of a name, or null. */
export function listingNamed(name: string, params: SearchParams): Place | null {
  return Object.hasOwn(LISTINGS, name) ? (LISTINGS[name]?.(params) ?? null) : null;
}
