import { may, type Principal } from '@/lib/access/principal';
import type { Translate } from '@/lib/core/texts';
import type { Approval } from '@/lib/transactions/approvals-of';
import { stateRefusal, TRANSACTION_EVENTS, type TransactionEvent } from '@/lib/transactions/states';
import type { CardTransaction } from '@/lib/transactions/transactions';
import { Confirm } from '../../ui/confirm';
import { change } from '../actions';

interface Props {
  transaction: CardTransaction;
  principal: Principal;
  /** What the approval profile says, where approving is the question. */
  approval: Approval | null;
  t: Translate;
}

/** What can be done with a transaction by who looks at it. Its review is a button of the form, which saves too. */
export function TransactionActions({ transaction: { id, state, version }, principal, approval, t }: Props) {
  const events = (Object.keys(TRANSACTION_EVENTS) as TransactionEvent[]).filter((event) => {
    const {
      needs: [area, action]
    } = TRANSACTION_EVENTS[event];
    if (event === 'approve' && approval?.ok === false) return false;
    return event !== 'review' && may(principal, area, action) && stateRefusal(event, state) === null;
  });
  return events.map((event) => (
    <Confirm
      key={event}
      label={t(`transaction.event.${event}`)}
      question={t(`transaction.event.${event}.question`)}
      explanation={[
        event === 'approve' &&
          approval?.ok &&
          approval.value &&
          t('transaction.approve.behalf', { name: approval.value.name }),
        t(`transaction.event.${event}.explanation`)
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={t(`transaction.event.${event}`)}
      action={change}
      hidden={{ id, event, version }}
      danger={event === 'send_back'}
    >
      {TRANSACTION_EVENTS[event].reason && (
        <div className="field">
          <label htmlFor={`reason-${event}`}>{t('transaction.reason')}</label>
          <input id={`reason-${event}`} name="reason" maxLength={255} aria-required="true" autoComplete="off" />
        </div>
      )}
    </Confirm>
  ));
}
