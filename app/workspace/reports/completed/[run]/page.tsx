import '../../reports.css';
import { notFound } from 'next/navigation';
import { eyesFault } from '@/lib/access/policy/features';
import { may } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import type { SearchParams } from '@/lib/kit/listing/query';
import { printedIn } from '@/lib/kit/reports/printed';
import { seenRun, sourceOfRun } from '@/lib/kit/reports/runs';
import { toldComparison } from '@/lib/kit/reports/told-comparison';
import { idOf } from '../../../addresses';
import { JobPanel } from '../../../jobs/job-panel';
import { readWithJobs } from '../../../jobs/read-with-jobs';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Badge } from '../../../ui/badge';
import { Confirm } from '../../../ui/confirm';
import { Facts } from '../../../ui/facts';
import { Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { cancel, removeRun } from '../../actions';
import { dataSetTitle } from '../../report-context';
import { RUN_TONES } from '../../run-tones';
import { WhyRow } from '../../why-row';

export const generateMetadata = titled('report.completed');

interface Props {
  params: Promise<{ run: string }>;
  searchParams: Promise<SearchParams>;
}

/** A run of a report: its progress, then its file with size, date and expiry (C2.082, C2.085, C3.082). */
export default workspacePage(async function RunPage({ params, searchParams }: Props) {
  const reader = await signedInFor('reports', 'view');
  const { principal, timeZone, locale, t, format } = reader;
  const asked = idOf((await params).run);
  const seen = await readWithJobs(
    principal,
    () => seenRun(principal, asked),
    ({ jobId }) => [jobId]
  );
  if (!seen) notFound();
  const { record: run, jobs } = seen;
  const [job] = jobs;
  const source = sourceOfRun(LISTS, principal, run);
  const compared = await toldComparison(run, t, locale, printedIn(locale, timeZone, t));
  const isRunning = run.status === 'queued' || run.status === 'processing';
  return (
    <>
      <PageHead
        title={run.name}
        trail={[
          { href: '/workspace/reports', label: t('report.title') },
          { href: '/workspace/reports/completed', label: t('report.completed') }
        ]}
        detail={<Badge tone={RUN_TONES[run.status]}>{t(`job.status.${run.status}`)}</Badge>}
        actions={
          <>
            {run.fileId && !eyesFault(principal, 'exports') && (
              <a className="button primary" href={`/workspace/reports/files/${run.id}`} download>
                {t('report.download')}
              </a>
            )}
            {!isRunning && may(principal, 'reports', 'modify') && (
              <Confirm
                label={t('report.delete')}
                question={t('report.run.delete.question')}
                explanation={run.fileId && t('report.run.delete.explanation')}
                confirmLabel={t('report.delete')}
                action={removeRun}
                hidden={{ id: run.id }}
              />
            )}
          </>
        }
      />
      {isRunning && job && (
        <JobPanel
          label={run.name}
          job={job}
          address={`/workspace/reports/completed/${run.id}`}
          stop={{ explanation: t('report.cancel.explanation'), action: cancel, id: run.id }}
          t={t}
        />
      )}
      {run.status === 'failed' && (
        <Notice kind="problem">{t(job?.refusal?.code ?? 'job.failed', job?.refusal?.params)}</Notice>
      )}
      {run.status === 'completed' && !run.fileId && <Notice kind="hint">{t('report.expired')}</Notice>}
      {compared !== null && (
        <section className="panel" aria-labelledby="comparison-heading">
          <h2 id="comparison-heading">{t('report.comparison')}</h2>
          <p className="report-comparison">{compared}</p>
        </section>
      )}
      <section className="panel" aria-labelledby="facts-heading">
        <h2 id="facts-heading">{t('ledger.facts')}</h2>
        <Facts
          facts={[
            { label: t('report.data'), value: dataSetTitle(t, run.dataSet) },
            { label: t('report.format'), value: t(`listing.export.${run.format}`) },
            ...(run.isProtected ? [{ label: t('report.protected'), value: t('report.protected.explanation') }] : []),
            { label: t('report.count'), value: run.rows !== null && format.number(run.rows) },
            { label: t('report.data.until'), value: run.dataUntil && format.dateTime(run.dataUntil) },
            ...(run.definitionVersion === null
              ? []
              : [{ label: t('report.version'), value: format.number(run.definitionVersion) }]),
            { label: t('report.size'), value: run.size !== null && format.number(run.size) },
            { label: t('report.created'), value: format.dateTime(run.createdAt) },
            { label: t('report.expires'), value: format.dateTime(run.expiresAt) },
            { label: 'SHA-256', value: run.sha256 && <code>{run.sha256}</code> }
          ]}
        />
      </section>
      {source && <WhyRow reader={reader} source={source} sought={(await searchParams).row} about="run" />}
    </>
  );
});
