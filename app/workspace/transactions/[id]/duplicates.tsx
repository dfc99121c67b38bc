import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { duplicatesAmong } from '@/lib/money/transactions/duplicates';
import { Confirm } from '../../ui/confirm';
import type { Formats } from '../../ui/formats';
import { Link } from '../../ui/link';
import { dismissDuplicate } from '../actions';
import { transactionAddress } from '../transaction-address';

interface Props {
  id: string;
  principal: Principal;
  t: Translate;
  format: Formats;
}

/** Warns that a transaction may be a duplicate and links to the other one. */
export async function Duplicates({ id, principal, t, format }: Props) {
  const duplicates = (await duplicatesAmong(principal, [id])).get(id) ?? [];
  if (duplicates.length === 0) return null;
  return (
    <section className="message message-hint duplicates" aria-labelledby="duplicates-heading">
      <h2 id="duplicates-heading">{t('transaction.duplicate')}</h2>
      <ul>
        {duplicates.map((other) => (
          <li key={other.id}>
            <Link href={transactionAddress(other.id)}>
              {t('transaction.duplicate.other', {
                day: format.date(other.transactionDate),
                reference: other.sourceReference
              })}
            </Link>
          </li>
        ))}
      </ul>
      {may(principal, 'transactions', 'modify') && (
        <Confirm
          label={t('transaction.duplicate.dismiss')}
          question={t('transaction.duplicate.question')}
          explanation={t('transaction.duplicate.explanation')}
          confirmLabel={t('transaction.duplicate.dismiss')}
          action={dismissDuplicate}
          hidden={{ id }}
          danger={false}
        />
      )}
    </section>
  );
}
