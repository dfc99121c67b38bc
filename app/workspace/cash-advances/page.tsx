import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import type { AdvanceState } from '@/lib/money/expenses/advances/advances';
import { CASH_ADVANCES } from '@/lib/money/expenses/advances/listing';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { AdvanceBadge } from './state-badge';

export const generateMetadata = titled('listing.cash-advances');

/** What cardholders were given beforehand and is still to be accounted for; for a cardholder their own. */
export default workspacePage(async function CashAdvancesPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('cash_advances', 'view', 'expense.reports');
  const { t, principal } = page;
  const enters = may(principal, 'cash_advances', 'modify');
  return (
    <>
      <PageHead
        title={t('listing.cash-advances')}
        actions={
          enters && (
            <Link className="button primary" href="/workspace/cash-advances/new">
              {t('advance.new')}
            </Link>
          )
        }
      />
      <ListingView
        listing={CASH_ADVANCES}
        path="/workspace/cash-advances"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/cash-advances/${id}`}
        cells={{ state: ({ state }) => <AdvanceBadge state={state as AdvanceState} t={t} /> }}
        empty={
          <Empty title={t('advance.none')}>
            <p>{t(enters ? 'advance.none.advice' : 'advance.none.own')}</p>
          </Empty>
        }
      />
    </>
  );
});
