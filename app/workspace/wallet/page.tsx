import type { SearchParams } from '@/lib/kit/listing/query';
import { type Mandate, ownMandates } from '@/lib/money/wallet/mandates/mandates';
import { MOST_ACCOUNTS, ownWallet, type WalletAccount } from '@/lib/money/wallet/wallet';
import { BankAccountBadge } from '../bank-accounts/state-badge';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { ActionForm } from '../ui/action-form';
import { Badge } from '../ui/badge';
import { Confirm } from '../ui/confirm';
import { Empty } from '../ui/empty';
import { Facts } from '../ui/facts';
import { failureTexts } from '../ui/form-texts';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { choose, remove } from './actions';
import { MandateOfAccount } from './mandate';
import { maskedNumber } from './masked-number';
import { Validation } from './validation';

export const generateMetadata = titled('wallet.title');

/** The bank accounts that the reader pays from: at most five, by their last characters (C1.033, C3.029, C9.030). */
export default workspacePage(async function WalletPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('wallet', 'modify', 'wallet');
  const { t, principal } = page;
  const wallet = await ownWallet(principal);
  const mandates = await ownMandates(principal);
  const isFull = wallet.length >= MOST_ACCOUNTS;
  return (
    <>
      <PageHead
        title={t('wallet.title')}
        detail={t('wallet.held', { count: wallet.length, maximum: MOST_ACCOUNTS })}
        actions={
          !isFull && (
            <Link className="button primary" href="/workspace/wallet/new">
              {t('wallet.add')}
            </Link>
          )
        }
      />
      <DoneNotice
        query={await searchParams}
        texts={{
          added: t('wallet.done.added'),
          default: t('wallet.done.default'),
          mandate: t('wallet.done.mandate'),
          removed: t('wallet.done.removed'),
          validated: t('wallet.done.validated')
        }}
      />
      {wallet.length === 0 && (
        <Empty title={t('wallet.none')}>
          <p>{t('wallet.none.advice')}</p>
        </Empty>
      )}
      {wallet.map((account) => (
        <BankAccount key={account.id} account={account} mandate={mandates.get(account.id)} reader={page} />
      ))}
    </>
  );
});

interface Props {
  account: WalletAccount;
  mandate: Mandate | undefined;
  reader: Awaited<ReturnType<typeof signedInFor>>;
}

/** A bank account of the wallet, with what can be done with it. */
function BankAccount({ account, mandate, reader }: Props) {
  const { t } = reader;
  const { id, nickname, holderName, scheme, routingNumber, kind, isDefault, state, declineReason } = account;
  return (
    <article className="panel" aria-labelledby={`wallet-${id}`}>
      <h2 id={`wallet-${id}`}>
        {nickname} {isDefault && <Badge tone="good">{t('wallet.default')}</Badge>}{' '}
        {state !== 'usable' && <BankAccountBadge state={state} t={t} />}
      </h2>
      {state === 'proposed' && <p>{t('wallet.proposed')}</p>}
      {declineReason && <p>{t('wallet.declined', { reason: declineReason })}</p>}
      <Facts
        facts={[
          { label: t(scheme === 'us' ? 'wallet.number' : 'wallet.iban'), value: maskedNumber(account) },
          ...(scheme === 'us'
            ? [
                { label: t('wallet.routing'), value: routingNumber },
                { label: t('wallet.kind'), value: kind && t(`wallet.kind.${kind}`) }
              ]
            : []),
          { label: t('wallet.holder'), value: holderName }
        ]}
      />
      <Validation account={account} reader={reader} />
      {mandate && <MandateOfAccount mandate={mandate} nickname={nickname} reader={reader} />}
      <div className="actions">
        {!isDefault && (
          <ActionForm action={choose} hidden={{ id }} texts={failureTexts(t)}>
            <button type="submit" aria-label={`${t('wallet.make.default')}: ${nickname}`}>
              {t('wallet.make.default')}
            </button>
          </ActionForm>
        )}
        <Confirm
          label={t('wallet.remove')}
          question={t('wallet.remove.question', { name: nickname })}
          confirmLabel={t('wallet.remove')}
          action={remove}
          hidden={{ id }}
        />
      </div>
    </article>
  );
}
