import type { Principal } from '../../access/policy/principal';
import { listPage } from '../../kit/listing/page';
import { readQuery, type SearchParams } from '../../kit/listing/query';
import { type AllocatingView, allocatingAll } from './allocating';
import { TRANSACTIONS } from './listing';

/** A page of at most `size` transactions to review, in the list's order and within its search and filters. */
export async function openPage(
  principal: Principal,
  address: SearchParams,
  size: number
): Promise<{ views: AllocatingView[]; previous: string | null; next: string | null }> {
  const query = readQuery(TRANSACTIONS, address);
  const open = { ...query, size, columns: [], filters: { ...query.filters, state: { value: 'open' } } };
  const { rows, previous, next } = await listPage(principal, TRANSACTIONS, open);
  const views = await allocatingAll(
    principal,
    rows.map(({ id }) => id)
  );
  return { views, previous, next };
}
