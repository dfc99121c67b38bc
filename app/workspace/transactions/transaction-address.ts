import { headers } from 'next/headers';
import { readQuery, type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';

/** The address of a transaction; `list` is the query of the list the user works through. */
export function transactionAddress(id: string, { list = '', done }: { list?: string; done?: string } = {}): string {
  const query = new URLSearchParams({ ...(list && { list }), ...(done && { done }) });
  return `/workspace/transactions/${id}${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * The address after an act on a transaction: the transaction's page, or if the act was done in the panel beside the
 * list, that list with the transaction in its panel. The browser names the page of the act, in full to its own host.
 */
export async function addressAfter(id: string, { list, done }: { list?: string; done?: string } = {}): Promise<string> {
  const referer = (await headers()).get('referer');
  const from = referer && URL.canParse(referer) ? new URL(referer) : null;
  if (from?.pathname !== '/workspace/transactions' || !from.searchParams.has('open'))
    return transactionAddress(id, { ...(list && { list }), ...(done && { done }) });
  from.searchParams.set('open', id);
  if (done) from.searchParams.set('done', done);
  return `${from.pathname}${from.search}`;
}

/** The list named by an address or a form, reduced to known parameters. */
export function listOf(named: string | string[] | undefined): string {
  return typeof named === 'string' ? listQuery(Object.fromEntries(new URLSearchParams(named))) : '';
}

/** The same from the list's own address. */
export const listQuery = (params: SearchParams): string =>
  writeQuery(TRANSACTIONS, readQuery(TRANSACTIONS, params)).toString();
