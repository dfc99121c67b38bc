import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { type ProposedAccount, seenBankAccount } from '@/lib/money/wallet/proposed-accounts';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import type { Formats } from '../../ui/formats';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { maskedNumber } from '../../wallet/masked-number';
import { workspacePage } from '../../workspace-page';
import { BankAccountBadge } from '../state-badge';
import { confirm, decline } from './actions';
import { declineFields } from './fields';

export const generateMetadata = titled('audit.entity.wallet_account');

/** A bank account that waits for a second person, and what that person decides. */
export default workspacePage(async function BankAccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, format } = await signedInFor('bank_accounts', 'view', 'wallet');
  const account = await seenBankAccount(principal, idOf((await params).id));
  if (!account) notFound();
  const { id, owner, state, userId } = account;
  const isOwn = userId === principal.userId;
  const isTheirs = state === 'proposed' && may(principal, 'bank_accounts', 'approve') && !isOwn;
  return (
    <>
      <PageHead
        title={owner}
        trail={[{ href: '/workspace/bank-accounts', label: t('listing.bank-accounts') }]}
        detail={<BankAccountBadge state={state} t={t} />}
      />
      {state === 'proposed' && isOwn && <Notice kind="hint">{t('bank.account.own')}</Notice>}
      <section className="panel" aria-labelledby="account-heading">
        <h2 id="account-heading">{t('audit.entity.wallet_account')}</h2>
        <AccountFacts account={account} t={t} format={format} />
        {isTheirs && (
          <>
            <p>{t('bank.account.check')}</p>
            <div className="actions">
              <Confirm
                label={t('bank.account.confirm')}
                question={t('bank.account.confirm.question', { name: owner, number: maskedNumber(account) })}
                confirmLabel={t('bank.account.confirm')}
                action={confirm}
                hidden={{ id }}
                danger={false}
                isMain
              />
            </div>
          </>
        )}
      </section>
      {isTheirs && (
        <section className="panel" aria-labelledby="decline-heading">
          <h2 id="decline-heading">{t('bank.account.decline')}</h2>
          <RecordForm
            id="decline"
            action={decline}
            fields={declineFields(t)}
            hidden={{ id }}
            submitLabel={t('bank.account.decline')}
          />
        </section>
      )}
    </>
  );
});

/** What a second person compares, and what was decided. */
function AccountFacts({ account, t, format }: { account: ProposedAccount; t: Translate; format: Formats }) {
  const { holderName, scheme, routingNumber, kind, addedAt, decidedAt, decidedBy, declineReason } = account;
  const facts = [
    { label: t('wallet.holder'), value: holderName },
    { label: t(scheme === 'us' ? 'wallet.number' : 'wallet.iban'), value: maskedNumber(account) },
    ...(scheme === 'us'
      ? [
          { label: t('wallet.routing'), value: routingNumber },
          { label: t('wallet.kind'), value: kind && t(`wallet.kind.${kind}`) }
        ]
      : []),
    { label: t('bank.account.proposed.at'), value: format.dateTime(addedAt) },
    ...(decidedAt
      ? [
          { label: t('bank.account.decided.at'), value: format.dateTime(decidedAt) },
          { label: t('bank.account.decided.by'), value: decidedBy }
        ]
      : []),
    ...(declineReason ? [{ label: t('bank.account.reason'), value: declineReason }] : [])
  ];
  return <Facts facts={facts} />;
}
