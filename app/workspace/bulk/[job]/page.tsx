import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { LISTS } from '@/lib/composition/process/lists';
import { bulkList } from '@/lib/kit/bulk/bulk-lists';
import { listNamed } from '@/lib/kit/bulk/declared-lists';
import { bulkProgress } from '@/lib/kit/bulk/do-bulk';
import { idOf } from '../../addresses';
import { JobPanel } from '../../jobs/job-panel';
import { signedIn, signedInPrincipal } from '../../signed-in';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { stop } from '../actions';
import { Report, told } from '../report';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('job.kind.bulk')} – ${brand.appName}` };
}

/** The user's bulk action in the background: its progress, then the refused rows with reasons. */
export default workspacePage(async function BulkPage({ params }: { params: Promise<{ job: string }> }) {
  const { principal, t } = await signedInPrincipal();
  const bulk = await bulkProgress(principal, idOf((await params).job));
  if (!bulk) notFound();
  const { id, target, action, status, refusal, finishedAt, report } = bulk;
  const label = t(bulkList(LISTS, target)?.actions[action]?.label ?? 'job.kind.bulk');
  const list = listNamed(LISTS, target.list, target.parameters);
  const query = new URLSearchParams({ ...target.parameters, ...Object.fromEntries(new URLSearchParams(target.query)) });
  const reported = told(t, report, list?.record);
  return (
    <>
      <PageHead
        title={label}
        trail={list ? [{ href: `${list.path}?${query}`, label: t(`listing.${list.listing.name}`) }] : []}
        actions={
          list &&
          finishedAt && (
            <Link className="button" href={`${list.path}?${query}`}>
              {t('bulk.back')}
            </Link>
          )
        }
      />
      {finishedAt ? (
        <Notice kind={status === 'completed' ? reported.kind : 'problem'}>
          {status !== 'completed' && <p>{refusal ? t(refusal.code, refusal.params) : t(`job.status.${status}`)}</p>}
          <Report report={reported} />
          {report.isCut && (
            <p>
              <a href={`/workspace/bulk/${id}/remarks`} download>
                {t('bulk.remarks.file')}
              </a>
            </p>
          )}
        </Notice>
      ) : (
        <JobPanel
          label={label}
          job={bulk}
          address={`/workspace/bulk/${id}`}
          stop={{
            explanation: t('bulk.cancel.explanation'),
            confirmLabel: t('bulk.cancel.confirm'),
            action: stop,
            id
          }}
          t={t}
        />
      )}
    </>
  );
});
