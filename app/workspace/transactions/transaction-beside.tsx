import type { SearchParams } from '@/lib/kit/listing/query';
import { allocating } from '@/lib/money/transactions/allocating';
import type { Beside } from '../listing/listing-panel';
import type { signedInPrincipal } from '../signed-in';
import { transactionHead } from './[id]/transaction-head';
import { TransactionWork } from './[id]/transaction-work';

interface Props {
  id: string;
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
  query: SearchParams;
  /** The query of the list. */
  list: string;
}

/** A transaction for the panel beside the list; null if the reader doesn't see it. */
export async function transactionBeside({ id, page, query, list }: Props): Promise<Beside | null> {
  const seen = await allocating(page.principal, id);
  if (!seen) return null;
  const { approval, ...head } = await transactionHead(seen, page);
  return { ...head, body: <TransactionWork key={id} {...{ seen, page, query, list, approval }} /> };
}
