import { z } from 'zod';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import type { Listing } from '../listing/listing';
import { type ListQuery, maskedQuery, readQuery } from '../listing/query';
import type { BulkActions } from './bulk-action';
import { type Lists, listNamed } from './declared-lists';

/** A list and its rows, as in the page's address and in a job. */
export const bulkTargetSchema = z.object({
  list: z.string().max(100),
  /** The parameters that select the list of this name: a node, an owner. */
  parameters: z.record(z.string(), z.string().max(100).transform(withoutCardNumbers)),
  /** Search and filters, as in an address. */
  query: z.string().max(8_000).transform(maskedQuery)
});
export type BulkTarget = z.output<typeof bulkTargetSchema>;

/** A list with bulk actions. */
export interface BulkList {
  listing: Listing;
  query: ListQuery;
  actions: BulkActions;
}

/** The list of a target with its bulk actions, or null. */
export function bulkList(lists: Lists, { list, parameters, query }: BulkTarget): BulkList | null {
  const named = listNamed(lists, list, parameters);
  if (!named) return null;
  const { listing, actions } = named;
  return { listing, query: readQuery(listing, Object.fromEntries(new URLSearchParams(query))), actions };
}

/** The page that asks for an action's parameters; null if it has none. */
export function screenOf(lists: Lists, target: BulkTarget, action: string): string | null {
  const actions = bulkList(lists, target)?.actions ?? {};
  const chosen = Object.hasOwn(actions, action) ? actions[action] : undefined;
  return chosen && 'screen' in chosen ? (chosen.screen ?? null) : null;
}
