import { z } from 'zod';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import type { Listing } from '../listing/listing';
import { type ListQuery, maskedQuery, readQuery } from '../listing/query';
import type { BulkActions } from './bulk-action';
import { type Lists, listNamed } from './declared-lists';

/** Which list is meant, and which of its rows: as the page's address says it, and as a job keeps it. */
export const bulkTargetSchema = z.object({
  list: z.string().max(100),
  /** What decides which list of this name it is: a node, an owner. */
  parameters: z.record(z.string(), z.string().max(100).transform(withoutCardNumbers)),
  /** Search and filters, as an address has them. */
  query: z.string().max(8_000).transform(maskedQuery)
});
export type BulkTarget = z.output<typeof bulkTargetSchema>;

/** A list whose rows something can be done to, many at once. */
export interface BulkList {
  listing: Listing;
  query: ListQuery;
  actions: BulkActions;
}

/** The list that a target names, with what can be done to its rows; null where there is none. */
export function bulkList(lists: Lists, { list, parameters, query }: BulkTarget): BulkList | null {
  const found = listNamed(lists, list, parameters);
  if (!found) return null;
  const { listing, actions } = found;
  return { listing, query: readQuery(listing, Object.fromEntries(new URLSearchParams(query))), actions };
}

/** The page that asks what an action has to be told beside which rows; null where it has to be told nothing. */
export function screenOf(lists: Lists, target: BulkTarget, action: string): string | null {
  const actions = bulkList(lists, target)?.actions ?? {};
  const found = Object.hasOwn(actions, action) ? actions[action] : undefined;
  return found && 'screen' in found ? (found.screen ?? null) : null;
}
