import { isId } from '@/lib/core/secrets/ids';
import '../../structure.css';
import { notFound } from 'next/navigation';
import type { Translate } from '@/lib/core/language/texts';
import {
  type PlannedRow,
  seenUpload,
  UPLOAD_ACTIONS,
  type Upload,
  type UploadAction,
  uploadFaults,
  uploadRows
} from '@/lib/directory/structure/uploads';
import type { SearchParams } from '@/lib/kit/listing/query';
import { JobPanel } from '../../../jobs/job-panel';
import { readWithJobs } from '../../../jobs/read-with-jobs';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Confirm } from '../../../ui/confirm';
import { Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Tabs } from '../../../ui/tabs';
import { workspacePage } from '../../../workspace-page';
import { trailOf } from '../../[id]/node-page';
import { apply, cancel } from '../actions';
import { UploadState } from '../upload-state';
import { FaultTable, RowTable } from './tables';

const PAGE = 100;

export const generateMetadata = titled('structure.upload.title');

interface Props {
  params: Promise<{ upload: string }>;
  searchParams: Promise<SearchParams>;
}

/** An upload: the progress of its check, its changes, its faults and the button to apply it. */
export default workspacePage(async function UploadResultPage({ params, searchParams }: Props) {
  const { principal, t } = await signedInFor('structure_upload', 'view', 'structure.upload');
  const { upload: id } = await params;
  const seen = await readWithJobs(
    principal,
    async () => (isId(id) ? seenUpload(principal, id) : null),
    ({ jobId }) => [jobId]
  );
  if (!seen) notFound();
  const { record: upload, jobs } = seen;
  const job = jobs[0] ?? null;
  const isRunning = job !== null && job.finishedAt === null;
  const query = await searchParams;
  const after = Number(query.after) || 0;
  const action = UPLOAD_ACTIONS.find((one) => one === query.show);
  const address = `/workspace/structure/upload/${upload.id}`;
  const changes = Object.entries(upload.actions) as Counts;
  return (
    <>
      <PageHead
        title={upload.fileName}
        trail={[
          ...trailOf(t, principal, []),
          { href: '/workspace/structure/upload', label: t('structure.upload.title') }
        ]}
        detail={
          <>
            <span>{upload.nodeName}</span>
            <UploadState upload={upload} t={t} />
          </>
        }
      />
      {isRunning && job && (
        <JobPanel
          label={t(upload.status === 'checking' ? 'structure.upload.checking' : 'structure.upload.applying')}
          job={job}
          address={address}
          stop={{ explanation: t('structure.upload.cancel.explanation'), action: cancel, id: upload.id }}
          t={t}
        />
      )}
      {job?.status === 'cancelled' && upload.status !== 'applied' && (
        <Notice kind="hint">{t('structure.upload.cancelled')}</Notice>
      )}
      {job?.status === 'failed' && upload.status !== 'failed' && <Notice kind="problem">{t('job.failed')}</Notice>}
      {upload.refusal && <Notice kind="problem">{t(upload.refusal.code, upload.refusal.params)}</Notice>}
      {upload.status === 'applied' && <Notice kind="success">{t('structure.upload.applied')}</Notice>}
      {!isRunning && upload.status === 'checked' && (
        <>
          {upload.faultCount > 0 && (
            <Notice kind="problem">{t('structure.upload.faulty', { count: upload.faultCount })}</Notice>
          )}
          {upload.faultCount === 0 && changes.length === 0 && (
            <Notice kind="hint">{t('structure.upload.nothing')}</Notice>
          )}
          {upload.faultCount === 0 && changes.length > 0 && <Ready upload={upload} changes={changes} t={t} />}
        </>
      )}
      {upload.status !== 'checking' && upload.faultCount > 0 && (
        <FaultTable
          faults={await uploadFaults(principal, upload.id, after, PAGE)}
          count={upload.faultCount}
          address={address}
          page={PAGE}
          t={t}
        />
      )}
      {upload.faultCount === 0 && changes.length > 0 && (
        <Changes
          changes={changes}
          action={action}
          rows={await uploadRows(principal, upload.id, { action, after, limit: PAGE })}
          address={address}
          t={t}
        />
      )}
    </>
  );
});

/** The changes of an upload, counted. */
type Counts = [UploadAction, number][];

/** What a faultless upload would do, and the way to apply it. */
function Ready({ upload, changes, t }: { upload: Upload; changes: Counts; t: Translate }) {
  return (
    <section className="panel" aria-labelledby="apply-heading">
      <h2 id="apply-heading">{t('structure.upload.ready')}</h2>
      <ul className="upload-counts">
        {changes.map(([name, count]) => (
          <li key={name} className="tag">
            {t(`structure.upload.count.${name}`, { count })}
          </li>
        ))}
      </ul>
      <div className="actions">
        <Confirm
          label={t('structure.upload.apply')}
          question={t('structure.upload.apply.question')}
          explanation={t('structure.upload.apply.explanation')}
          confirmLabel={t('structure.upload.apply')}
          action={apply}
          hidden={{ id: upload.id }}
          danger={false}
        />
      </div>
    </section>
  );
}

interface ChangesProps {
  changes: Counts;
  /** Of which changes the rows are; absent: of all. */
  action: UploadAction | undefined;
  rows: PlannedRow[];
  address: string;
  t: Translate;
}

/** The rows that change something, by what they do. */
function Changes({ changes, action, rows, address, t }: ChangesProps) {
  return (
    <section className="panel" aria-labelledby="rows-heading">
      <h2 id="rows-heading">{t('structure.upload.changes')}</h2>
      <Tabs
        label={t('structure.upload.changes')}
        tabs={[
          { href: address, label: t('structure.upload.all'), current: !action },
          ...changes.map(([name, count]) => ({
            href: `${address}?show=${name}`,
            label: t(`structure.upload.count.${name}`, { count }),
            current: action === name
          }))
        ]}
      />
      <RowTable rows={rows} address={action ? `${address}?show=${action}&` : `${address}?`} page={PAGE} t={t} />
    </section>
  );
}
