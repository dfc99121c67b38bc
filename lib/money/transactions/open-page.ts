import type { Principal } from '../../access/policy/principal';
import { listPage } from '../../kit/listing/page';
import { readQuery, type SearchParams } from '../../kit/listing/query';
import { type AllocatingView, allocatingAll } from './allocating';
import { TRANSACTIONS } from './listing';

/** The number of transactions on one page. */
const SIZE = 20;

/** A page of transactions to review, in the list's order and within its search and filters. */
export async function openPage(
  principal: Principal,
  address: SearchParams
): Promise<{ views: AllocatingView[]; previous: string | null; next: string | null }> {
  const query = readQuery(TRANSACTIONS, address);
  const open = { ...query, size: SIZE, columns: [], filters: { ...query.filters, state: { value: 'open' } } };
  const { rows, previous, next } = await listPage(principal, TRANSACTIONS, open);
  const views = await allocatingAll(
    principal,
    rows.map(({ id }) => id)
  );
  return { views, previous, next };
}
