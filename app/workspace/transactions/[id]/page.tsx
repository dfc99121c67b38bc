import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import { remember } from '@/lib/kit/search/recent-items';
import { allocating } from '@/lib/money/transactions/allocating';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { listOf } from '../transaction-address';
import { transactionHead } from './transaction-head';
import { TransactionWork } from './transaction-work';

export const generateMetadata = titled('transaction.one');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** One transaction: its facts, its allocation and its history (C2.015, C2.016). */
export default workspacePage(async function TransactionPage({ params, searchParams }: Props) {
  const page = await signedInFor('transactions', 'view', 'transaction.review');
  const seen = await allocating(page.principal, idOf((await params).id));
  if (!seen) notFound();
  const { issuerId, id } = seen.transaction;
  await remember(page.principal, { kind: 'transaction', issuerId, id });
  const query = await searchParams;
  const list = listOf(query.list);
  const { approval, ...head } = await transactionHead(seen, page);
  return (
    <>
      <PageHead
        {...head}
        trail={[{ href: `/workspace/transactions${list && `?${list}`}`, label: page.t('transaction.title') }]}
      />
      <TransactionWork {...{ seen, page, query, list, approval }} />
    </>
  );
});
