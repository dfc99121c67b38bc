import { ownRepaymentAccount } from '@/lib/money/expenses/repayments/own-account';
import { ownWallet } from '@/lib/money/wallet/wallet';
import { BankAccountBadge } from '../bank-accounts/state-badge';
import type { signedInFor } from '../signed-in';
import { Confirm } from '../ui/confirm';
import { Link } from '../ui/link';
import { RecordForm } from '../ui/record-form';
import { chooseAccount, stopAccount } from './actions';
import { mandateField, ownAccountFields } from './fields';
import { mandatesToGive } from './mandates-to-give';

/** The account that the reader is paid back to, and the way to choose another or to stop. */
export async function OwnAccount({ page: { principal, t } }: { page: Awaited<ReturnType<typeof signedInFor>> }) {
  const [wallet, chosen] = [await ownWallet(principal), await ownRepaymentAccount(principal)];
  const mandates = await mandatesToGive(principal, t, wallet);
  const isReady = wallet.some(({ state }) => state === 'usable');
  return (
    <section className="panel" aria-labelledby="own-heading">
      <h2 id="own-heading">
        {t('repayment.mine')} {chosen && chosen.state !== 'usable' && <BankAccountBadge state={chosen.state} t={t} />}
      </h2>
      <p className="muted">{t('repayment.mine.hint')}</p>
      {isReady ? (
        <RecordForm
          id="own-account"
          action={chooseAccount}
          fields={ownAccountFields(t, wallet, chosen, mandates)}
          values={{
            walletAccountId: chosen?.walletAccountId,
            collects: Boolean(chosen?.collects),
            ...Object.fromEntries([...mandates].map(([id, words]) => [mandateField(id), words]))
          }}
          submitLabel={t('form.save')}
        />
      ) : (
        <>
          <p>{t('repayment.wallet.none')}</p>
          <div>
            <Link className="button" href="/workspace/wallet">
              {t('wallet.title')}
            </Link>
          </div>
        </>
      )}
      {chosen && (
        <div>
          <Confirm
            label={t('repayment.account.stop')}
            question={t('repayment.account.stop.question')}
            confirmLabel={t('repayment.account.stop')}
            action={stopAccount}
          />
        </div>
      )}
    </section>
  );
}
