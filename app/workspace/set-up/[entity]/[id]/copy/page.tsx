import '../../../set-up.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { type JobProgress, jobProgress } from '@/lib/kit/jobs/own-jobs';
import { recordPath } from '@/lib/kit/setup/address';
import { addressOf } from '@/lib/kit/setup/record-list';
import { textKey } from '@/lib/kit/setup/texts';
import { progressOf } from '../../../../jobs/progress-of';
import { signedIn } from '../../../../signed-in';
import { Notice } from '../../../../ui/notice';
import { PageHead } from '../../../../ui/page-head';
import { Progress } from '../../../../ui/progress';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { copy } from '../../../actions';
import { isId, type Query } from '../../../address';
import { recordPage } from '../../../context';
import { type Asked, fieldSpecs } from '../../../field-specs';
import { recordTitle } from '../../../labels';
import { trailTo } from '../../../trail';

interface Props {
  params: Promise<{ entity: string; id: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ brand }, { t, entity, record }] = await Promise.all([signedIn(), recordPage(params, searchParams)]);
  return { title: `${t('setup.copy.title', { name: recordTitle(t, entity, record) })} – ${brand.appName}` };
}

/** Copies a record with its parts: asks for the copy's name, then shows the progress. */
export default workspacePage(async function CopyPage({ params, searchParams }: Props) {
  const page = await recordPage(params, searchParams);
  const { principal, t, entity, record, place, query } = page;
  if (!entity.copiesParts || !place.writable) notFound();
  const job = isId(query.job) ? await jobProgress(principal, query.job) : null;
  return (
    <>
      <PageHead
        title={t('setup.copy.title', { name: recordTitle(t, entity, record) })}
        trail={await trailTo(principal, t, record)}
        detail={t(textKey(entity, 'one'))}
      />
      {job ? <CopyProgress page={page} job={job} /> : <CopyForm page={page} />}
    </>
  );
});

type Page = Awaited<ReturnType<typeof recordPage>>;

async function CopyForm({ page: { principal, t, locale, entity, record, place } }: { page: Page }) {
  const { issuerId, id } = record;
  const address = addressOf(record);
  const asked: Asked = { principal, t, locale, place, address, values: {}, isNew: true, labels: new Map() };
  return (
    <>
      <p className="set-up-about">{t('setup.copy.about')}</p>
      <RecordForm
        action={copy.bind(null, entity.name, { issuerId, id })}
        fields={(await fieldSpecs(asked)).filter(({ name }) => entity.titleFields.includes(name))}
        submitLabel={t('setup.copy')}
        cancelHref={recordPath(entity, record)}
      />
    </>
  );
}

function CopyProgress({ page: { t, entity, record }, job }: { page: Page; job: JobProgress }) {
  const { id, status, result, refusal, finishedAt } = job;
  if (status === 'completed' && isId(result?.id)) {
    return (
      <Notice kind="success">
        {t('setup.copy.done', { count: Number(result.records) })}{' '}
        <a href={recordPath(entity, { issuerId: record.issuerId, id: result.id })}>{t('setup.copy.open')}</a>
      </Notice>
    );
  }
  if (finishedAt) {
    return <Notice kind="problem">{t(refusal?.code ?? 'job.failed', { field: '', ...refusal?.params })}</Notice>;
  }
  return <Progress label={t('setup.copy.running.label')} source={`/workspace/jobs/${id}`} first={progressOf(t, job)} />;
}
