import type { JobStatus } from '@/lib/kit/jobs/own-jobs';
import type { SearchParams } from '@/lib/kit/listing/query';
import { isReportingStuck, REPORT_RUNS } from '@/lib/kit/reports/runs';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Badge } from '../../ui/badge';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { RUN_TONES } from '../run-tones';

export const generateMetadata = titled('report.completed');

/** The user's runs of reports with their files, newest first (C2.085, C3.081). */
export default workspacePage(async function CompletedPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('reports', 'view');
  const { principal, t } = page;
  const asked = await searchParams;
  return (
    <>
      <PageHead
        title={t('report.completed')}
        trail={[{ href: '/workspace/reports', label: t('report.title') }]}
        detail={t('report.completed.intro')}
      />
      <DoneNotice query={asked} texts={{ deleted: t('audit.action.report.run_deleted') }} />
      {(await isReportingStuck(principal)) && <Notice kind="problem">{t('report.unavailable')}</Notice>}
      <ListingView
        listing={REPORT_RUNS}
        path="/workspace/reports/completed"
        searchParams={asked}
        page={page}
        href={({ id }) => `/workspace/reports/completed/${id}`}
        cells={{
          status: ({ status }) => (
            <Badge tone={RUN_TONES[status as JobStatus]}>{t(`job.status.${status as JobStatus}`)}</Badge>
          )
        }}
        empty={
          <Empty title={t('report.completed.none')}>
            <p>{t('report.completed.none.advice')}</p>
            <Link className="button" href="/workspace/reports">
              {t('report.title')}
            </Link>
          </Empty>
        }
      />
    </>
  );
});
