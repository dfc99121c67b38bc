import type { SearchParams } from '@/lib/kit/listing/query';
import { PAYMENTS } from '@/lib/money/payments/listing';
import { seenRecurringPayments } from '@/lib/money/payments/recurring/recurring';
import type { PaymentState } from '@/lib/money/payments/states';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { RecurringPayments, SetUpRecurring } from './recurring/recurring-payments';
import { PaymentBadge } from './state-badge';

export const generateMetadata = titled('payment.title');

/** The payments of the accounts in the reader's part of the structure, the newest first (C1.012). */
export default workspacePage(async function PaymentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('payments', 'modify', 'bill.pay');
  const { principal, t } = page;
  const recurring = await seenRecurringPayments(principal);
  return (
    <>
      <PageHead
        title={t('payment.title')}
        actions={
          <>
            {recurring.length === 0 && <SetUpRecurring t={t} />}
            <Link className="button primary" href="/workspace/payments/new">
              {t('payment.make')}
            </Link>
          </>
        }
      />
      {recurring.length > 0 && <RecurringPayments page={page} recurring={recurring} />}
      <ListingView
        listing={PAYMENTS}
        path="/workspace/payments"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/payments/${id}`}
        cells={{ state: ({ state }) => <PaymentBadge state={state as PaymentState} t={t} /> }}
        empty={
          <Empty title={t('payment.none')}>
            <p>{t('payment.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
