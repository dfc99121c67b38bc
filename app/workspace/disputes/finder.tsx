import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { lookalikes } from '@/lib/money/disputes/lookalikes';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';

interface Props {
  transactionId: string;
  principal: Principal;
  t: Translate;
  format: Formats;
}

/** What may make a dispute needless: likely duplicates and refunds of its transaction. */
export async function Finder({ transactionId, principal, t, format }: Props) {
  const { duplicates, refunds } = await lookalikes(principal, transactionId);
  const found = [
    ...duplicates.map((one) => ({ ...one, label: t('transaction.duplicate') })),
    ...refunds.map((one) => ({ ...one, label: t('dispute.finder.refund') }))
  ];
  return (
    <section className="panel" aria-labelledby="finder-heading">
      <h2 id="finder-heading">{t('dispute.finder')}</h2>
      {found.length === 0 ? (
        <p>{t('dispute.finder.none')}</p>
      ) : (
        <ul>
          {found.map(({ id, label, transactionDate, sourceReference }) => (
            <li key={id}>
              {label}:{' '}
              <Link href={`/workspace/transactions/${id}`}>
                {t('transaction.duplicate.other', { day: format.date(transactionDate), reference: sourceReference })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
