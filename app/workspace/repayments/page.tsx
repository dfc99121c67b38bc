import type { SearchParams } from '@/lib/kit/listing/query';
import { REPAYMENTS } from '@/lib/money/expenses/repayments/listing';
import { ownAccountFault, ownRepaymentAccount } from '@/lib/money/expenses/repayments/own-account';
import { repaymentPayers } from '@/lib/money/expenses/repayments/payer';
import type { RepaymentState } from '@/lib/money/expenses/repayments/states';
import { walletFault } from '@/lib/money/wallet/wallet';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { OwnAccount } from './own-account';
import { Payer } from './payer';
import { RepaymentBadge } from './state-badge';

export const generateMetadata = titled('listing.repayments');

/** What was paid back and collected by bank; for a cardholder with their own account, for an administrator with the company's. */
export default workspacePage(async function RepaymentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('repayments', 'view', 'expense.reports');
  const { principal, t } = page;
  const companies = (await walletFault(principal)) ? [] : await repaymentPayers(principal);
  const hasOwn = (await ownAccountFault(principal)) === null;
  // What is still to be chosen comes first.
  const isChosen =
    (!hasOwn || (await ownRepaymentAccount(principal)) !== null) && companies.every(({ stranded }) => stranded === 0);
  const accounts = (
    <>
      {hasOwn && <OwnAccount page={page} />}
      {companies.map((company) => (
        <Payer key={company.companyId} page={page} company={company} />
      ))}
    </>
  );
  return (
    <>
      <PageHead title={t('listing.repayments')} />
      <DoneNotice
        query={await searchParams}
        texts={{ account: t('repayment.done.account'), stopped: t('repayment.done.stopped') }}
      />
      {!isChosen && accounts}
      <ListingView
        listing={REPAYMENTS}
        path="/workspace/repayments"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/repayments/${id}`}
        cells={{ state: ({ state }) => <RepaymentBadge state={state as RepaymentState} t={t} /> }}
        empty={
          <Empty title={t('repayment.none')}>
            <p>{t('repayment.none.advice')}</p>
          </Empty>
        }
      />
      {isChosen && accounts}
    </>
  );
});
