import type { RepaymentPayer } from '@/lib/money/expenses/repayments/payer';
import { ownWallet } from '@/lib/money/wallet/wallet';
import type { signedInFor } from '../signed-in';
import { Notice } from '../ui/notice';
import { RecordForm } from '../ui/record-form';
import { choosePayerAccount } from './actions';
import { payerFields } from './fields';

interface Props {
  page: Awaited<ReturnType<typeof signedInFor>>;
  company: RepaymentPayer;
}

/** By which way a company settles approved reports, and the way to change that. */
export async function Payer({ page: { principal, t }, company }: Props) {
  const { companyId, companyName, account, stranded } = company;
  const heading = `payer-${companyId}`;
  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading}>{companyName}</h2>
      {stranded > 0 && <Notice kind="problem">{t('repayment.stranded', { count: stranded })}</Notice>}
      <RecordForm
        id={heading}
        action={choosePayerAccount}
        fields={payerFields(t, await ownWallet(principal), company)}
        values={{ walletAccountId: account?.id ?? 'payable_file' }}
        hidden={{ companyId }}
        submitLabel={t('form.save')}
        minor
      />
    </section>
  );
}
