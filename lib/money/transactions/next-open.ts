import type { Principal } from '../../access/policy/principal';
import { listPage, rowAfter } from '../../kit/listing/page';
import { readQuery } from '../../kit/listing/query';
import { TRANSACTIONS } from './listing';

/**
 * The transaction that is to be reviewed next after one, in the order of a list and among what its search and filters
 * find (`address`, as the page has them); from the end back to the beginning. Null: there is none but that one.
 */
export async function nextOpen(principal: Principal, id: string, address: string): Promise<string | null> {
  const query = readQuery(TRANSACTIONS, Object.fromEntries(new URLSearchParams(address)));
  const open = { ...query, filters: { ...query.filters, state: { value: 'open' } } };
  const next = await rowAfter(principal, TRANSACTIONS, open, id);
  if (next) return next.id;
  const { rows } = await listPage(principal, TRANSACTIONS, { ...open, size: 2, place: 'beginning' });
  return rows.find((row) => row.id !== id)?.id ?? null;
}
