import type { SearchParams } from '@/lib/kit/listing/query';
import { DISPUTES } from '@/lib/money/disputes/listing';
import type { DisputeState } from '@/lib/money/disputes/states';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { DisputeBadge } from './state-badge';

export const generateMetadata = titled('dispute.title');

/** The disputes in the reader's part of the structure, the newest first (C1.034). */
export default workspacePage(async function DisputesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('disputes', 'view', 'disputes');
  const { t } = page;
  const query = await searchParams;
  return (
    <>
      <PageHead title={t('dispute.title')} />
      <DoneNotice query={query} texts={{ discarded: t('dispute.done.discarded') }} />
      <ListingView
        listing={DISPUTES}
        path="/workspace/disputes"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/disputes/${id}`}
        cells={{ state: ({ state }) => <DisputeBadge state={state as DisputeState} t={t} /> }}
        empty={
          <Empty title={t('dispute.none')}>
            <p>{t('dispute.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
