import '../transactions.css';
import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import type { Approval } from '@/lib/money/transactions/approvals-of';
import { linesOf } from '@/lib/money/transactions/lines';
import { reviewRefusals } from '@/lib/money/transactions/review-faults';
import { isEditable } from '@/lib/money/transactions/states';
import { Attachments } from '../../attachments/attachments';
import { BookingOfTransaction } from '../../central-travel/of-transaction';
import { Comments } from '../../comments/comments';
import { DisputesOfTransaction } from '../../disputes/of-transaction';
import type { signedInPrincipal } from '../../signed-in';
import { Facts } from '../../ui/facts';
import { DoneNotice, Notice } from '../../ui/notice';
import { AllocationForm } from './allocation-form';
import { AllocationTable } from './allocation-table';
import { Duplicates } from './duplicates';
import { History } from './history';
import { Lines } from './lines';
import { receiptTools } from './receipt-tools';
import { factsOf } from './transaction-facts';

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
  seen: AllocatingView;
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
  /** The parameters of the address. */
  query: SearchParams;
  /** The query of the list that the reader works through. */
  list: string;
  /** The approval profile's status, if approval is due. */
  approval: Approval | null;
}

/** The work on a transaction below its head, on its page and in the panel beside the list (C2.015, C2.016). */
export async function TransactionWork({ seen, page, query, list, approval }: Props) {
  const { principal, t, format } = page;
  const { transaction } = seen;
  const refusals = query.done === 'unreviewed' ? await reviewRefusals(transaction) : [];
  const lacking = refusals.map(({ code, params, field }) => ({ message: t(code, params), ...(field && { field }) }));
  const reason = [...new Set(lacking.map(({ message }) => message))].join(' ');
  const unreviewed = reason ? t('transaction.done.unreviewed', { reason }) : t('transaction.done.saved');
  const canEdit = isEditable(transaction.state) && may(principal, 'transactions', 'modify');
  return (
    <>
      <DoneNotice
        query={query}
        texts={Object.fromEntries(DONE.map((done) => [done.replace('.', '-'), t(`transaction.done.${done}`)]))}
      />
      <DoneNotice
        query={query}
        texts={{ changed: t('transaction.done.changed'), ...(isEditable(transaction.state) && { unreviewed }) }}
        kind="problem"
      />
      {transaction.expensed && <Notice kind="hint">{t('transaction.on.report')}</Notice>}
      {approval && !approval.ok && <Notice kind="hint">{t(approval.refusal.code, approval.refusal.params)}</Notice>}
      <Duplicates id={transaction.id} principal={principal} t={t} format={format} />
      <div className="transaction-columns">
        <section className="panel" aria-labelledby="allocation-heading">
          <h2 id="allocation-heading">{t('allocation.title')}</h2>
          {canEdit ? (
            <AllocationForm seen={seen} list={list} page={page} lacking={lacking} />
          ) : (
            <AllocationTable seen={seen} t={t} format={format} />
          )}
        </section>
        <div className="transaction-side">
          <Attachments
            to={{ entity: 'transaction', id: transaction.id }}
            receipts={await receiptTools(page, transaction.id)}
          />
          <section className="panel" aria-labelledby="facts-heading">
            <h2 id="facts-heading">{t('transaction.facts')}</h2>
            <Facts facts={factsOf(transaction, t, format)} />
          </section>
          <BookingOfTransaction transactionId={transaction.id} page={page} />
          <DisputesOfTransaction transaction={transaction} page={page} />
        </div>
        <div className="transaction-rest">
          <Lines transaction={transaction} lines={await linesOf(transaction)} canEdit={canEdit} t={t} format={format} />
          <Comments on={{ entity: 'transaction', id: transaction.id }} />
          <History transaction={transaction} principal={principal} t={t} format={format} />
        </div>
      </div>
    </>
  );
}
