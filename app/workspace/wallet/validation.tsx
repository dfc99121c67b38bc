import { reasonOf } from '@/lib/money/rails/return-codes';
import { type StatementLine, simulatedStatement } from '@/lib/money/rails/simulated-statement';
import type { WalletAccount } from '@/lib/money/wallet/wallet';
import type { signedInFor } from '../signed-in';
import { RecordForm } from '../ui/record-form';
import { Table } from '../ui/table';
import { validate } from './actions';
import { amountFields } from './fields';

type Reader = Awaited<ReturnType<typeof signedInFor>>;

interface Props {
  account: WalletAccount;
  reader: Reader;
}

/** What the validation of a bank account waits for, or why it has failed; nothing of one that is usable (C3.029). */
export async function Validation({ account, reader }: Props) {
  const { t, format } = reader;
  const { id, nickname, state, validation, validationDay } = account;
  if (state === 'blocked') return <p>{blockedText(account, reader)}</p>;
  if (state === 'added' || (state === 'validating' && !validationDay)) return <p>{t('wallet.to.validate')}</p>;
  if (state !== 'validating' || !validationDay) return null;
  const date = format.date(validationDay);
  if (validation === 'prenote') return <p>{t('wallet.prenote', { date })}</p>;
  return (
    <>
      <p>{t('wallet.amounts.ask', { date })}</p>
      <SimulatedStatement lines={await simulatedStatement(reader.principal, id)} name={nickname} reader={reader} />
      <RecordForm
        id={`amounts-${id}`}
        action={validate}
        fields={amountFields(t)}
        hidden={{ id }}
        submitLabel={t('wallet.amounts.submit')}
      />
    </>
  );
}

function blockedText({ blockReason, blockCode }: WalletAccount, { t }: Reader): string {
  const code = blockCode ?? '';
  if (blockReason === 'returned')
    return t('wallet.blocked.returned', { code, reason: t(`payment.reason.${reasonOf(code)}`) });
  return blockReason === 'changed'
    ? t('wallet.blocked.changed', { code })
    : t(`wallet.blocked.${blockReason ?? 'expired'}`);
}

/** What the bank of a demo shows its customer; nothing in production. */
function SimulatedStatement({
  lines,
  name,
  reader: { t, format }
}: {
  lines: readonly StatementLine[];
  name: string;
  reader: Reader;
}) {
  if (lines.length === 0) return null;
  return (
    <section className="panel-section" aria-label={`${t('wallet.simulated')}: ${name}`}>
      <h3>{t('wallet.simulated')}</h3>
      <Table
        columns={[
          { label: t('transaction.posting.date') },
          { label: t('payment.reference') },
          { label: t('payment.amount'), figure: true }
        ]}
        rows={lines.map(({ on, says, amount }, at) => ({
          key: String(at),
          cells: [format.date(on), says, format.money(amount, 'USD')]
        }))}
      />
    </section>
  );
}
