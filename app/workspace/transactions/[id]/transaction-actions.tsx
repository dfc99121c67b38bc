import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { Approval } from '@/lib/money/transactions/approvals-of';
import { isEditable, TRANSACTION, TRANSACTION_EVENTS, type TransactionEvent } from '@/lib/money/transactions/states';
import type { CardTransaction } from '@/lib/money/transactions/transactions';
import { Confirm } from '../../ui/confirm';
import { change, reverse } from '../actions';
import { remove } from '../added-actions';

interface Props {
  transaction: CardTransaction;
  principal: Principal;
  /** The approval profile's status, if approval is due. */
  approval: Approval | null;
  t: Translate;
}

/** The form reviews, and the toast after an approval takes it back. */
const isHere = (event: TransactionEvent) => event !== 'review' && event !== 'unapprove';

/** The actions on a transaction that the reader may use. The review is a button of the form, which also saves. */
export function TransactionActions({ transaction, principal, approval, t }: Props) {
  const { id, state, version } = transaction;
  const events = TRANSACTION_EVENTS.filter(isHere).filter((event) => {
    if (event === 'approve' && approval?.ok === false) return false;
    const [area, action] = TRANSACTION.events[event].needs;
    return may(principal, area, action) && TRANSACTION.after(state, event) !== null;
  });
  const changes = events.map((event) => (
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
      isMain={event === 'approve'}
    >
      {TRANSACTION.transition(event).reason && <Reason name={event} t={t} />}
    </Confirm>
  ));
  return [
    ...(transaction.addedBy && may(principal, 'transactions', 'modify') ? addedActions(transaction, t) : []),
    ...changes,
    ...(TRANSACTION.after(state, 'reverse_export') && may(principal, ...TRANSACTION.events.reverse_export.needs)
      ? [reversal(id, t)]
      : [])
  ];
}

const Reason = ({ name, t }: { name: string; t: Translate }) => (
  <div className="field">
    <label htmlFor={`reason-${name}`}>{t('transaction.reason')}</label>
    <input id={`reason-${name}`} name="reason" maxLength={255} aria-required="true" autoComplete="off" />
  </div>
);

/** An exported transaction can be taken back individually. */
const reversal = (id: string, t: Translate) => (
  <Confirm
    key="reverse_export"
    label={t('transaction.event.reverse_export')}
    question={t('ledger.reverse.question', { count: 1 })}
    explanation={t('ledger.reverse.one')}
    confirmLabel={t('transaction.event.reverse_export')}
    action={reverse}
    hidden={{ id }}
    danger
  >
    <Reason name="reverse_export" t={t} />
  </Confirm>
);

/** A manually added transaction can be removed until it is reviewed, and copied. */
function addedActions({ id, state, version }: CardTransaction, t: Translate) {
  return [
    <a key="like" className="button" href={`/workspace/transactions/new?like=${id}`}>
      {t('transaction.add.like')}
    </a>,
    ...(isEditable(state)
      ? [
          <Confirm
            key="remove"
            label={t('transaction.remove')}
            question={t('transaction.remove.question')}
            explanation={t('transaction.remove.explanation')}
            confirmLabel={t('transaction.remove')}
            action={remove}
            hidden={{ id, version }}
            danger
          />
        ]
      : [])
  ];
}
