import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { database, type Transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { type Lists, listNamed } from '../../bulk/declared-lists';

const sourceRow = z.strictObject({ id: z.string(), name: z.string() });

/** A kind of feed after which a schedule can run: a mapping of the issuer. */
export type FeedSource = z.infer<typeof sourceRow>;

/** The mappings of the principal's issuer that they see, by name; none for those who see no feeds. */
export async function feedSources(
  lists: Lists,
  principal: Principal,
  tx: Transaction = database()
): Promise<FeedSource[]> {
  const listing = listNamed(lists, 'feed-mappings', {})?.listing;
  const name = listing?.columns.name;
  if (!listing || !name || !may(principal, listing.area, 'view')) return [];
  return readRows(tx, sourceRow)`
    SELECT ${listing.id} AS id, ${name.sql} AS name FROM ${listing.from(principal)}
    WHERE ${listing.issuer} = ${principal.issuerId}::uuid AND ${listing.where(principal)} ORDER BY lower(${name.sql})`;
}
