import type { PayableAccount } from '@/lib/money/payments/payable';
import { dueDays } from '@/lib/money/payments/recurring/next-payment';
import type { RecurringPayment } from '@/lib/money/payments/recurring/recurring';
import { nextMandate } from '@/lib/money/wallet/mandates/give-mandate';
import type { signedInFor } from '../../signed-in';
import type { FieldSpec } from '../../ui/field-spec';
import { RecordForm } from '../../ui/record-form';
import { mandateWords } from '../authorization';
import { NoBankAccount } from '../no-bank-account';
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
  const { wallet } = offer;
  if (wallet.length === 0) return <NoBankAccount offer={offer} t={t} />;
  const words = new Map([['agreed', t('recurring.authorization', { card: account.cardNumber })]]);
  for (const from of wallet) {
    const mandate = await nextMandate(principal, from);
    if (mandate) words.set(`mandate.${from.id}`, await mandateWords(t, from, mandate));
  }
  const agreed = [...words.keys()].map(
    (name): FieldSpec => ({
      name,
      label: t(name === 'agreed' ? 'payment.agreed' : 'mandate.one'),
      kind: 'read-only',
      ...(name !== 'agreed' && { showWhen: { field: 'walletAccountId', equals: name.replace('mandate.', '') } })
    })
  );
  return (
    <section className="panel" aria-label={t('recurring.set.up')}>
      <RecordForm
        action={save}
        fields={[...recurringFields(t, format, await dueDays(account), offer), ...agreed]}
        values={{
          pays: known?.pays ?? 'statement',
          amount: known?.amount ?? undefined,
          daysBefore: String(known?.daysBefore ?? 3),
          walletAccountId: known?.walletAccountId ?? wallet[0]?.id,
          ...Object.fromEntries(words)
        }}
        hidden={known ? { id: known.id, version: String(known.version) } : { accountId: account.id }}
        submitLabel={known ? t('form.save') : t('recurring.set.up')}
        cancelHref="/workspace/payments"
      />
    </section>
  );
}
