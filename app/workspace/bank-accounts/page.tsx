import type { SearchParams } from '@/lib/kit/listing/query';
import { BANK_ACCOUNTS } from '@/lib/money/wallet/listing';
import type { WalletAccountState } from '@/lib/money/wallet/states';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { BankAccountBadge } from './state-badge';

export const generateMetadata = titled('listing.bank-accounts');

/** The bank accounts that wait for a second person, and those that one has decided on. */
export default workspacePage(async function BankAccountsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('bank_accounts', 'view', 'wallet');
  const { t } = page;
  const query = await searchParams;
  return (
    <>
      <PageHead title={t('listing.bank-accounts')} detail={t('bank.accounts.intro')} />
      <DoneNotice
        query={query}
        texts={{ confirmed: t('bank.account.done.confirmed'), declined: t('bank.account.done.declined') }}
      />
      <ListingView
        listing={BANK_ACCOUNTS}
        path="/workspace/bank-accounts"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/bank-accounts/${id}`}
        cells={{ state: ({ state }) => <BankAccountBadge state={state as WalletAccountState} t={t} /> }}
        empty={
          <Empty title={t('bank.accounts.none')}>
            <p>{t('bank.accounts.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
