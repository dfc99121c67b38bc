import { readQuery, type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';

/** The address of a transaction; `list` is the query of the list the user works through. */
export function transactionAddress(id: string, { list = '', done }: { list?: string; done?: string } = {}): string {
  const query = new URLSearchParams({ ...(list && { list }), ...(done && { done }) });
  return `/workspace/transactions/${id}${query.size > 0 ? `?${query}` : ''}`;
}

/** The list named by an address or a form, reduced to known parameters. */
export function listOf(named: string | string[] | undefined): string {
  return typeof named === 'string' ? listQuery(Object.fromEntries(new URLSearchParams(named))) : '';
}

/** The same from the list's own address. */
export const listQuery = (params: SearchParams): string =>
  writeQuery(TRANSACTIONS, readQuery(TRANSACTIONS, params)).toString();
