import { readQuery, type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';

/** Where a transaction is shown; `list` is the search and filters of the list that one goes through, as its address has them. */
export function transactionAddress(id: string, { list = '', done }: { list?: string; done?: string } = {}): string {
  const query = new URLSearchParams({ ...(list && { list }), ...(done && { done }) });
  return `/workspace/transactions/${id}${query.size > 0 ? `?${query}` : ''}`;
}

/** The list that an address or a form names, in no more than what a list understands. */
export function listOf(named: string | string[] | undefined): string {
  return typeof named === 'string' ? listQuery(Object.fromEntries(new URLSearchParams(named))) : '';
}

/** The same from the list's own address. */
export const listQuery = (params: SearchParams): string =>
  writeQuery(TRANSACTIONS, readQuery(TRANSACTIONS, params)).toString();
