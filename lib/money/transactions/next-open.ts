import type { Principal } from '../../access/policy/principal';
import { listPage, rowAfter } from '../../kit/listing/page';
import { readQuery } from '../../kit/listing/query';
import { TRANSACTIONS } from './listing';

/**
 * The next transaction to review after one, in a list's order and within its search and filters (`address`, as on the
 * page); after the last it starts over. Null if there is no other.
 */
export async function nextOpen(principal: Principal, id: string, address: string): Promise<string | null> {
  const query = readQuery(TRANSACTIONS, Object.fromEntries(new URLSearchParams(address)));
  const open = { ...query, filters: { ...query.filters, state: { value: 'open' } } };
  const next = await rowAfter(principal, TRANSACTIONS, open, id);
  if (next) return next.id;
  const { rows } = await listPage(principal, TRANSACTIONS, { ...open, size: 2, place: 'beginning' });
  return rows.find((row) => row.id !== id)?.id ?? null;
}
