import '../../set-up.css';
import type { Metadata } from 'next';
import { setUpPath } from '@/lib/kit/setup/address';
import { checkFile } from '@/lib/kit/setup/check-file';
import { entityNamed } from '@/lib/kit/setup/entities';
import { FORMATS } from '@/lib/kit/setup/export-records';
import { fileColumns } from '@/lib/kit/setup/file-columns';
import type { ImportReport } from '@/lib/kit/setup/import-records';
import { textKey } from '@/lib/kit/setup/texts';
import { signedIn } from '../../../signed-in';
import { Confirm } from '../../../ui/confirm';
import { Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { Table } from '../../../ui/table';
import { workspacePage } from '../../../workspace-page';
import { takeOver } from '../../actions';
import { addressQuery, isId, listPath, type Query } from '../../address';
import { entityPage, placePage } from '../../context';
import { importFields } from '../../import-fields';
import { recordTitle } from '../../labels';
import { RecordTabs } from '../../record-tabs';
import { homeStep, trailTo } from '../../trail';

interface Props {
  params: Promise<{ entity: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ brand }, { entity, t }] = await Promise.all([signedIn(), entityPage(params)]);
  return { title: `${t('setup.files.title', { entity: t(textKey(entity, 'many')) })} – ${brand.appName}` };
}

/** Exports the records of an owner as a file, and imports the changed file. */
export default workspacePage(async function ImportPage({ params, searchParams }: Props) {
  const page = await placePage(params, searchParams);
  const { principal, t, entity, place, address, query } = page;
  const top = place.parent ?? place.above;
  const list = { href: listPath(entity, address), label: t(textKey(entity, 'many')) };
  const trail = top ? [...(await trailTo(principal, t, top)), list] : [homeStep(t, address), list];
  return (
    <>
      <PageHead
        title={t('setup.files.title', { entity: list.label })}
        trail={trail}
        detail={top ? recordTitle(t, entityNamed(top.entity), top) : place.owner.name}
      />
      {top && <RecordTabs entity={entityNamed(top.entity)} record={top} current={entity} />}
      {place.writable && isId(query.file) && <TriedOut page={page} fileId={query.file} />}
      <section className="panel" aria-labelledby="download-heading">
        <h2 id="download-heading">{t('setup.download')}</h2>
        <p>{t('setup.download.about')}</p>
        <p className="actions">
          {FORMATS.map((format) => (
            <a
              key={format}
              className="button"
              href={setUpPath(`/${entity.name}/file`, { ...addressQuery(address), format })}
            >
              {t(`setup.download.${format}`)}
            </a>
          ))}
        </p>
      </section>
      {place.writable && <Upload page={page} />}
    </>
  );
});

type Page = Awaited<ReturnType<typeof placePage>>;

function Upload({ page: { t, locale, entity, place, address } }: { page: Page }) {
  const columns = fileColumns(entity, { t, locale }, place.above !== null).map(({ heading }) => heading);
  return (
    <section className="panel" aria-labelledby="upload-heading">
      <h2 id="upload-heading">{t('setup.import')}</h2>
      <p>{t('setup.import.about')}</p>
      <p className="quiet">{t('setup.import.columns', { columns: columns.join(', ') })}</p>
      <RecordForm
        action={setUpPath(`/${entity.name}/import/file`, addressQuery(address))}
        fields={importFields(t)}
        submitLabel={t('setup.import.try')}
      />
    </section>
  );
}

/** The preview of an import: its faults, or its changes and the confirmation. */
async function TriedOut({ page, fileId }: { page: Page; fileId: string }) {
  const { principal, t, locale, entity, address, origin } = page;
  const checked = await checkFile(principal, entity, address, fileId, { t, locale }, origin);
  if (!checked) return <Notice kind="problem">{t('setup.import.gone')}</Notice>;
  const { name, outcome: report } = checked;
  if ('code' in report) return <Notice kind="problem">{t(report.code, { field: '', ...report.params })}</Notice>;
  if (report.faultCount > 0) return <Faults page={page} name={name} report={report} />;
  const { created, changed, unchanged } = report;
  return (
    <section className="panel" aria-labelledby="tried-heading">
      <h2 id="tried-heading">{t('setup.import.tried', { name })}</h2>
      <p>{t('setup.import.counts', { created, changed, unchanged })}</p>
      {created + changed > 0 && (
        <Confirm
          label={t('setup.import.apply')}
          question={t('setup.import.question', { count: created + changed })}
          explanation={t('setup.import.counts', { created, changed, unchanged })}
          confirmLabel={t('setup.import.apply')}
          action={takeOver.bind(null, entity.name, address, fileId)}
          danger={false}
        />
      )}
    </section>
  );
}

function Faults({ page: { t }, name, report }: { page: Page; name: string; report: ImportReport }) {
  const { faults, faultCount } = report;
  return (
    <section className="panel" aria-labelledby="faults-heading">
      <h2 id="faults-heading">{t('setup.import.tried', { name })}</h2>
      <Notice kind="problem">{t('setup.import.faults', { count: faultCount })}</Notice>
      <Table
        columns={[
          { label: t('setup.import.row') },
          { label: t('setup.import.column') },
          { label: t('setup.import.fault') }
        ]}
        rows={faults.map(({ row, column, refusal }, key) => ({
          key,
          cells: [row, column ?? '–', t(refusal.code, { field: column ?? '', ...refusal.params })]
        }))}
      />
      {faultCount > faults.length && <p>{t('setup.import.more', { count: faultCount - faults.length })}</p>}
    </section>
  );
}
