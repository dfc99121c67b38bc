import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { transactionHistory } from '@/lib/money/transactions/history';
import type { TransactionKey } from '@/lib/money/transactions/transactions';
import type { Formats } from '../../ui/formats';

interface Props {
  transaction: TransactionKey;
  principal: Principal;
  t: Translate;
  format: Formats;
}

/** The history of a transaction, the newest event first. */
export async function History({ transaction, principal, t, format }: Props) {
  const events = await transactionHistory(principal, transaction);
  return (
    <section className="panel" aria-labelledby="history-heading">
      <h2 id="history-heading">{t('transaction.history')}</h2>
      {events.length === 0 ? (
        <p className="muted">{t('transaction.history.none')}</p>
      ) : (
        <ol className="history">
          {events.map(({ id, event, occurredAt, by, accessor, onBehalfOf, reason }) => (
            <li key={id}>
              <span>{t(`audit.action.transaction.${event}`)}</span>
              <span className="muted">
                {[
                  format.dateTime(occurredAt),
                  by,
                  onBehalfOf && t('transaction.history.behalf', { name: onBehalfOf }),
                  accessor && t('transaction.history.accessor', { name: accessor })
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {reason && <span>{t('transaction.history.reason', { reason })}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
