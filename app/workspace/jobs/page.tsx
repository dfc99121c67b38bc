import { OWN_JOBS } from '@/lib/kit/jobs/own-jobs';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';

export const generateMetadata = titled('job.title');

/** The user's background jobs, running and finished. */
export default workspacePage(async function JobsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, t, format } = await signedInFor('jobs', 'view');
  return (
    <>
      <PageHead title={t('job.title')} detail={t('job.intro')} />
      <ListingView
        listing={OWN_JOBS}
        path="/workspace/jobs"
        searchParams={await searchParams}
        page={{ principal, t, format }}
        href={({ id, kind }) => (kind === 'bulk' ? `/workspace/bulk/${id}` : null)}
        empty={<Empty title={t('job.none')} />}
      />
    </>
  );
});
