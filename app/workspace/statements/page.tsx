import type { SearchParams } from '@/lib/kit/listing/query';
import { STATEMENTS } from '@/lib/money/payments/statements/listing';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';

export const generateMetadata = titled('listing.statements');

/** The statements of the accounts in the reader's part of the structure, the newest first (C1.012). */
export default workspacePage(async function StatementsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('payments', 'modify', 'bill.pay');
  const { t } = page;
  return (
    <>
      <PageHead title={t('listing.statements')} detail={t('statement.intro')} />
      <ListingView
        listing={STATEMENTS}
        path="/workspace/statements"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/statements/${id}`}
        empty={
          <Empty title={t('statement.none')}>
            <p>{t('statement.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
