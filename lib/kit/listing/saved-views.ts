import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, transaction } from '../../core/database/database';
import { plainText } from '../../core/entry/plain-text';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import type { Listing } from './listing';
import { maskedQuery, readQuery, writeQuery } from './query';

/** The maximum number of a user's views of one list. */
export const MOST_VIEWS = 20;

/** The reasons for refusing a view. */
export type ViewProblem = 'view.card.number' | 'view.name.invalid' | 'view.too.many';

export interface SavedView {
  id: string;
  name: string;
  /** The query string of the list's address. */
  query: string;
}

export const savedViewSchema = z.object({
  name: plainText({ max: 60 }),
  query: z.string().max(2000, 'too.long').transform(maskedQuery).default('')
});

/** The user's own views of a list, by name. */
export async function savedViews({ issuerId, userId }: Principal, listing: string): Promise<SavedView[]> {
  const views = await database().savedView.findMany({ where: { issuerId, userId, listing }, orderBy: { name: 'asc' } });
  return views.map(({ id, name, query }) => ({ id, name, query }));
}

/**
 * Saves a list's search, filters, order and columns under a name, replacing a view of that name. `usual` is the default
 * page size.
 */
export function saveView(
  { issuerId, userId }: Principal,
  listing: Listing,
  { name, query }: z.output<typeof savedViewSchema>,
  usual?: number
): Promise<Result<string>> {
  // Only parameters of the list are saved.
  const asked = readQuery(listing, Object.fromEntries(new URLSearchParams(query)), usual);
  const kept = writeQuery(listing, asked, usual).toString();
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`saved-views/${userId}/${listing.name}`}))`;
    const present = await tx.savedView.findMany({ where: { issuerId, userId, listing: listing.name } });
    const same = present.find((view) => view.name.toLowerCase() === name.toLowerCase());
    if (!same && present.length >= MOST_VIEWS)
      return refused({ code: 'view.too.many' satisfies ViewProblem, field: 'name', params: { most: MOST_VIEWS } });
    if (same) {
      await tx.savedView.update({ where: { issuerId_id: { issuerId, id: same.id } }, data: { name, query: kept } });
      return accepted(kept);
    }
    await tx.savedView.create({ data: { issuerId, id: newId(), userId, listing: listing.name, name, query: kept } });
    return accepted(kept);
  });
}

/** Deletes one of the user's own views; one that doesn't exist, or another user's, is no error. */
export async function forgetView({ issuerId, userId }: Principal, id: string): Promise<void> {
  await database().savedView.deleteMany({ where: { issuerId, userId, id } });
}
