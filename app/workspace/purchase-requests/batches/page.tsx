import { offeredSetups, recentBatches } from '@/lib/money/batches/batches';
import { foldersOf, isFolderWatched } from '@/lib/money/batches/folders/folders';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';
import { LIST } from '../shown';
import { batchFields } from './fields';
import { Folders } from './folders';
import { BATCHES, BatchBadge } from './shown';

export const generateMetadata = titled('batch.title');

/** Many purchase requests from one file, and the files that the reader brought lately (C5.064, C2.022). */
export default workspacePage(async function BatchesPage() {
  const reader = await signedInFor('purchase_requests', 'modify', 'purchasing');
  const { principal, t, format } = reader;
  const [setups, batches, folders] = await Promise.all([
    offeredSetups(principal),
    recentBatches(principal),
    foldersOf(principal)
  ]);
  return (
    <>
      <PageHead
        title={t('batch.title')}
        trail={[{ href: LIST, label: t('purchase.title') }]}
        detail={t('batch.about')}
      />
      {setups.length === 0 ? (
        <Notice kind="hint">{t('batch.setups.none')}</Notice>
      ) : (
        <section className="panel" aria-label={t('batch.title')}>
          <RecordForm
            action={`${BATCHES}/file`}
            fields={batchFields(t, setups)}
            values={setups.length === 1 ? { setup: setups[0]?.id } : {}}
            submitLabel={t('setup.import.try')}
            cancelHref={LIST}
          />
          <ul className="records">
            {setups.map(({ id, values }) => (
              <li key={id}>
                <a href={`${BATCHES}/example?setup=${id}`} download>
                  {t('batch.example', { setup: values.name })}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {batches.length > 0 && (
        <section className="panel" aria-labelledby="recent-heading">
          <h2 id="recent-heading">{t('structure.upload.recent')}</h2>
          <Table
            columns={[{ label: t('setup.import.file') }, { label: t('job.created') }, { label: t('job.status') }]}
            rows={batches.map((batch) => ({
              key: batch.id,
              cells: [
                <Link key="file" href={`${BATCHES}/${batch.id}`}>
                  {batch.fileName}
                </Link>,
                format.dateTime(batch.uploadedAt),
                <BatchBadge key="state" t={t} batch={batch} />
              ]
            }))}
          />
        </section>
      )}
      {isFolderWatched() && setups.length > 0 && <Folders {...{ reader, setups, folders }} />}
    </>
  );
});
