import '../transactions.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { allocating } from '@/lib/money/transactions/allocating';
import { approvalOf } from '@/lib/money/transactions/approvals-of';
import { linesOf } from '@/lib/money/transactions/lines';
import { reviewRefusal } from '@/lib/money/transactions/review-faults';
import { isEditable, TRANSACTION } from '@/lib/money/transactions/states';
import { idOf } from '../../addresses';
import { Attachments } from '../../attachments/attachments';
import { Comments } from '../../comments/comments';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Badge } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { STATE_TONES } from '../state-tones';
import { listOf } from '../transaction-address';
import { AllocationForm } from './allocation-form';
import { AllocationTable } from './allocation-table';
import { Duplicates } from './duplicates';
import { History } from './history';
import { Lines } from './lines';
import { TransactionActions } from './transaction-actions';
import { factsOf } from './transaction-facts';

export const generateMetadata = titled('transaction.one');

/** The notices that the address may name, with a dash for the dot of the text's key. */
const DONE = [
  'added',
  'saved',
  'review',
  'saved.next',
  'review.next',
  'saved.last',
  'review.last',
  'unreview',
  'approve',
  'send_back',
  'reverse_export',
  'not_duplicate'
] as const;

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** One transaction: its facts, its allocation and its history (C2.015, C2.016). */
export default workspacePage(async function TransactionPage({ params, searchParams }: Props) {
  const page = await signedInFor('transactions', 'view', 'transaction.review');
  const { principal, t, format } = page;
  const seen = await allocating(principal, idOf((await params).id));
  if (!seen) notFound();
  const { transaction } = seen;
  const query = await searchParams;
  const isAsked = may(principal, 'approvals', 'approve') && TRANSACTION.after(transaction.state, 'approve') !== null;
  const approval = isAsked ? await approvalOf(principal, transaction) : null;
  const list = listOf(query.list);
  const missing = query.done === 'unreviewed' ? await reviewRefusal(transaction) : null;
  const unreviewed = missing
    ? t('transaction.done.unreviewed', { reason: t(missing.code, missing.params) })
    : t('transaction.done.saved');
  const canEdit = isEditable(transaction.state) && may(principal, 'transactions', 'modify');
  return (
    <>
      <PageHead
        title={transaction.merchantName ?? t(`transaction.type.${transaction.type}`)}
        trail={[{ href: `/workspace/transactions${list && `?${list}`}`, label: t('transaction.title') }]}
        detail={
          <>
            <span className="transaction-amount">
              {format.money(transaction.billedAmount, transaction.billedCurrency)}
            </span>
            <span>{format.date(transaction.transactionDate)}</span>
            <Badge tone={STATE_TONES[transaction.state]}>{t(`transaction.state.${transaction.state}`)}</Badge>
          </>
        }
        actions={<TransactionActions transaction={transaction} principal={principal} approval={approval} t={t} />}
      />
      <DoneNotice
        query={query}
        texts={Object.fromEntries(DONE.map((done) => [done.replace('.', '-'), t(`transaction.done.${done}`)]))}
      />
      <DoneNotice
        query={query}
        texts={{ changed: t('transaction.done.changed'), ...(isEditable(transaction.state) && { unreviewed }) }}
        kind="problem"
      />
      {approval && !approval.ok && <Notice kind="hint">{t(approval.refusal.code, approval.refusal.params)}</Notice>}
      <Duplicates id={transaction.id} principal={principal} t={t} format={format} />
      <section className="panel" aria-labelledby="allocation-heading">
        <h2 id="allocation-heading">{t('allocation.title')}</h2>
        {canEdit ? (
          <AllocationForm seen={seen} list={list} page={page} />
        ) : (
          <AllocationTable seen={seen} t={t} format={format} />
        )}
      </section>
      <Lines transaction={transaction} lines={await linesOf(transaction)} canEdit={canEdit} t={t} format={format} />
      <Attachments to={{ entity: 'transaction', id: transaction.id }} />
      <Comments on={{ entity: 'transaction', id: transaction.id }} />
      <section className="panel" aria-labelledby="facts-heading">
        <h2 id="facts-heading">{t('transaction.facts')}</h2>
        <Facts facts={factsOf(transaction, t, format)} />
      </section>
      <History transaction={transaction} principal={principal} t={t} format={format} />
    </>
  );
});
