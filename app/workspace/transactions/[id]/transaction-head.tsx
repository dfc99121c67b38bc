import { may } from '@/lib/access/policy/principal';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import { approvalOf } from '@/lib/money/transactions/approvals-of';
import { TRANSACTION } from '@/lib/money/transactions/states';
import type { signedInPrincipal } from '../../signed-in';
import { Badge } from '../../ui/badge';
import { STATE_TONES } from '../state-tones';
import { TransactionActions } from './transaction-actions';

type Page = Awaited<ReturnType<typeof signedInPrincipal>>;

/** The title, the line below it and the actions of a transaction, with the status of its approval if that is due. */
export async function transactionHead({ transaction }: AllocatingView, { principal, t, format }: Page) {
  const isAsked = may(principal, 'approvals', 'approve') && TRANSACTION.after(transaction.state, 'approve') !== null;
  const approval = isAsked ? await approvalOf(principal, transaction) : null;
  return {
    approval,
    title: transaction.merchantName ?? t(`transaction.type.${transaction.type}`),
    detail: (
      <>
        <span className="transaction-amount">{format.money(transaction.billedAmount, transaction.billedCurrency)}</span>
        <span>{format.date(transaction.transactionDate)}</span>
        <Badge tone={STATE_TONES[transaction.state]}>{t(`transaction.state.${transaction.state}`)}</Badge>
      </>
    ),
    actions: <TransactionActions transaction={transaction} principal={principal} approval={approval} t={t} />
  };
}
