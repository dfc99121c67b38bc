import { z } from 'zod';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import { AUTHORITY_TEMPLATES, deleteAuthorityTemplate } from '../../directory/people/templates/authority-templates';
import { deleteUserGroup, USER_GROUPS } from '../../directory/people/templates/user-groups';
import { deleteUserTemplate, USER_TEMPLATES } from '../../directory/people/templates/user-templates';
import { USERS } from '../../directory/people/user-listing';
import { PROGRAM_OPTIONS } from '../../directory/programs/program-options';
import { deleteProgramOption } from '../../directory/programs/save-program-option';
import { REGISTRATION_LOCKS } from '../../directory/registration/listings';
import { accountList, nodeList } from '../../directory/structure/lists';
import { feedRejects } from '../../money/feeds/rejects';
import { TRANSACTIONS } from '../../money/transactions/listing';
import { WAITING } from '../../money/transactions/waiting';
import type { Listing } from '../listing/listing';
import { type ListQuery, maskedQuery, readQuery } from '../listing/query';
import { readAddress } from '../setup/address';
import { ENTITIES } from '../setup/entities';
import { listingName, recordListing } from '../setup/record-listing';
import type { BulkActions } from './bulk-action';
import { REJECT_ACTIONS } from './feed-actions';
import { deletion, LOCK_ACTIONS, USER_ACTIONS } from './people-actions';
import { recordActions } from './record-actions';
import { ACCOUNT_ACTIONS, NODE_ACTIONS } from './structure-actions';
import { APPROVAL_ACTIONS, TRANSACTION_ACTIONS } from './transaction-actions';

/** Which list is meant, and which of its rows: as the page's address says it, and as a job keeps it. */
export const bulkTargetSchema = z.object({
  list: z.string().max(100),
  /** What decides which list of this name it is: a node, an owner. */
  parameters: z.record(z.string(), z.string().max(100).transform(withoutCardNumbers)),
  /** Search and filters, as an address has them. */
  query: z.string().max(8_000).transform(maskedQuery)
});
export type BulkTarget = z.output<typeof bulkTargetSchema>;

type Parameters = BulkTarget['parameters'];

/** A list whose rows something can be done to, many at once. */
export interface BulkList {
  listing: Listing;
  query: ListQuery;
  actions: BulkActions;
}

const below =
  (list: (nodeId?: string) => Listing) =>
  ({ under }: Parameters) =>
    under === undefined || z.guid().safeParse(under).success ? list(under) : null;

const LISTS: Record<string, { listing: (parameters: Parameters) => Listing | null; actions: BulkActions }> = {
  [USERS.name]: { listing: () => USERS, actions: USER_ACTIONS },
  [REGISTRATION_LOCKS.name]: { listing: () => REGISTRATION_LOCKS, actions: LOCK_ACTIONS },
  [AUTHORITY_TEMPLATES.name]: {
    listing: () => AUTHORITY_TEMPLATES,
    actions: deletion('authority_templates', deleteAuthorityTemplate)
  },
  [USER_TEMPLATES.name]: {
    listing: () => USER_TEMPLATES,
    actions: deletion('user_templates', deleteUserTemplate)
  },
  [USER_GROUPS.name]: { listing: () => USER_GROUPS, actions: deletion('user_groups', deleteUserGroup) },
  [PROGRAM_OPTIONS.name]: { listing: () => PROGRAM_OPTIONS, actions: deletion('program_options', deleteProgramOption) },
  [TRANSACTIONS.name]: { listing: () => TRANSACTIONS, actions: TRANSACTION_ACTIONS },
  [WAITING.name]: { listing: () => WAITING, actions: APPROVAL_ACTIONS },
  'feed-rejects': {
    listing: ({ feed }) => (z.guid().safeParse(feed).success ? feedRejects(feed) : null),
    actions: REJECT_ACTIONS
  },
  nodes: { listing: below(nodeList), actions: NODE_ACTIONS },
  accounts: { listing: below(accountList), actions: ACCOUNT_ACTIONS },
  ...Object.fromEntries(
    [...ENTITIES.values()].map((entity) => [
      listingName(entity),
      {
        listing: (parameters: Parameters) => {
          const address = readAddress(parameters);
          return address && recordListing(entity, address);
        },
        actions: recordActions(entity)
      }
    ])
  )
};

/** The list that a target names, with what can be done to its rows; null where there is none, or nothing to do. */
export function bulkList({ list, parameters, query }: BulkTarget): BulkList | null {
  const found = Object.hasOwn(LISTS, list) ? LISTS[list] : undefined;
  const listing = found?.listing(parameters);
  if (!found || !listing) return null;
  return { listing, query: readQuery(listing, Object.fromEntries(new URLSearchParams(query))), actions: found.actions };
}

/** The page that asks what an action has to be told beside which rows; null where it has to be told nothing. */
export function screenOf(target: BulkTarget, action: string): string | null {
  const actions = bulkList(target)?.actions ?? {};
  const found = Object.hasOwn(actions, action) ? actions[action] : undefined;
  return found && 'screen' in found ? (found.screen ?? null) : null;
}
