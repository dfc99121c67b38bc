import { notFound } from 'next/navigation';
import { seenFile } from '@/lib/money/central-travel/files';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Link } from '../../../ui/link';
import { Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Table } from '../../../ui/table';
import { workspacePage } from '../../../workspace-page';
import { FILES, LIST } from '../../shown';
import { FileCounts } from '../file-counts';

export const generateMetadata = titled('central.travel.file');

/** As many faults as a page shows. */
const SHOWN = 200;

/** A file of bookings: what was imported and matched, or its faults by row and column. */
export default workspacePage(async function BookingFilePage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, format } = await signedInFor('central_travel', 'view', 'central.travel');
  const file = await seenFile(principal, idOf((await params).id));
  if (!file) notFound();
  const { fileName, faults, company, template, uploadedAt } = file;
  return (
    <>
      <PageHead
        title={fileName}
        trail={[
          { href: LIST, label: t('central.travel.title') },
          { href: FILES, label: t('central.travel.files') }
        ]}
        detail={`${company} · ${template} · ${format.dateTime(uploadedAt)}`}
        actions={
          faults.length === 0 && (
            <Link className="button primary" href={`${LIST}?file=${encodeURIComponent(fileName)}`}>
              {t('central.travel.file.show')}
            </Link>
          )
        }
      />
      {faults.length === 0 ? (
        <Notice kind="success">
          <FileCounts t={t} file={file} />
        </Notice>
      ) : (
        <>
          <Notice kind="problem">{t('setup.import.faults', { count: faults.length })}</Notice>
          <section className="panel" aria-labelledby="faults-heading">
            <h2 id="faults-heading">{t('batch.faults.title')}</h2>
            <Table
              columns={[
                { label: t('setup.import.row') },
                { label: t('setup.import.column') },
                { label: t('setup.import.fault') }
              ]}
              rows={faults.slice(0, SHOWN).map(({ row, column, code, params: given }, key) => ({
                key,
                cells: [row, column ?? '–', t(code, { field: column ?? '', ...given })]
              }))}
            />
            {faults.length > SHOWN && <p>{t('setup.import.more', { count: faults.length - SHOWN })}</p>}
          </section>
        </>
      )}
    </>
  );
});
