import { may } from '@/lib/access/policy/principal';
import { disputeFault } from '@/lib/money/disputes/disputable';
import { disputesOf } from '@/lib/money/disputes/disputes';
import { LIVE } from '@/lib/money/disputes/states';
import type { CardTransaction } from '@/lib/money/transactions/transactions';
import type { signedInPrincipal } from '../signed-in';
import { Link } from '../ui/link';
import { DisputeBadge } from './state-badge';

interface Props {
  transaction: CardTransaction;
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
}

/** The disputes of a transaction with their outcome, and the way to open one (C1.034). */
export async function DisputesOfTransaction({ transaction, page: { principal, program, t, format } }: Props) {
  if (!program.has('disputes') || !may(principal, 'disputes', 'view')) return null;
  const disputes = await disputesOf(principal, transaction.id);
  const opens =
    may(principal, 'disputes', 'modify') &&
    disputeFault(transaction) === null &&
    !disputes.some(({ state }) => LIVE.includes(state));
  if (disputes.length === 0 && !opens) return null;
  return (
    <section className="panel" aria-labelledby="disputes-heading">
      <h2 id="disputes-heading">{t('dispute.one')}</h2>
      {disputes.length > 0 && (
        <ul className="records">
          {disputes.map(({ id, reference, state, amount, currency, note }) => (
            <li key={id}>
              <div>
                <Link href={`/workspace/disputes/${id}`}>{reference}</Link> {format.money(amount, currency)}
                {note && <p className="support">{note}</p>}
              </div>
              <DisputeBadge state={state} t={t} />
            </li>
          ))}
        </ul>
      )}
      {opens && (
        <Link className="button" href={`/workspace/disputes/new?transaction=${transaction.id}`}>
          {t('dispute.open')}
        </Link>
      )}
    </section>
  );
}
