import { type PayableAccount, schemeOf } from '@/lib/money/payments/payable';
import { dueDays } from '@/lib/money/payments/recurring/next-payment';
import type { RecurringPayment } from '@/lib/money/payments/recurring/recurring';
import type { signedInFor } from '../../signed-in';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { RecordForm } from '../../ui/record-form';
import { offerFor } from '../offer';
import { save } from './actions';
import { recurringFields } from './fields';

interface Props {
  page: Awaited<ReturnType<typeof signedInFor>>;
  account: PayableAccount;
  /** What is changed; otherwise one is set up. */
  known?: RecurringPayment;
}

/** The form of a recurring payment, with the words that the payer agrees to by saving. */
export async function RecurringForm({ page: { principal, t, format }, account, known }: Props) {
  const offer = await offerFor(principal, account);
  const { wallet, isProposed, currency } = offer;
  if (wallet.length === 0)
    return (
      <Empty title={t(isProposed ? 'payment.from.proposed' : 'payment.from.none')}>
        <p>{isProposed ? t('wallet.proposed') : t(`payment.from.none.${schemeOf(currency)}`, { currency })}</p>
        <Link className="button primary" href={isProposed ? '/workspace/wallet' : '/workspace/wallet/new'}>
          {t(isProposed ? 'wallet.title' : 'wallet.add')}
        </Link>
      </Empty>
    );
  return (
    <section className="panel" aria-label={t('recurring.set.up')}>
      <p>{t('recurring.authorization', { card: account.cardNumber })}</p>
      <RecordForm
        action={save}
        fields={recurringFields(t, format, await dueDays(account), offer)}
        values={{
          pays: known?.pays ?? 'statement',
          amount: known?.amount ?? undefined,
          daysBefore: String(known?.daysBefore ?? 3),
          walletAccountId: known?.walletAccountId ?? wallet[0]?.id
        }}
        hidden={known ? { id: known.id, version: String(known.version) } : { accountId: account.id }}
        submitLabel={known ? t('form.save') : t('recurring.set.up')}
        cancelHref="/workspace/payments"
      />
    </section>
  );
}
