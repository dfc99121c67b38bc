import { may } from '@/lib/access/policy/principal';
import { type BookingFile, recentFiles } from '@/lib/money/central-travel/files';
import { offeredTemplates } from '@/lib/money/central-travel/templates';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';
import { FILES, LIST } from '../shown';
import { bookingFields } from './fields';
import { FileCounts } from './file-counts';

export const generateMetadata = titled('central.travel.upload');

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** The upload of a travel agency's file, and the files that were uploaded lately with their counts. */
export default workspacePage(async function BookingFilesPage() {
  const page = await signedInFor('central_travel', 'view', 'central.travel');
  const { principal, t } = page;
  const mayUpload = may(principal, 'central_travel', 'modify');
  const files = await recentFiles(principal);
  return (
    <>
      <PageHead
        title={t(mayUpload ? 'central.travel.upload' : 'central.travel.files')}
        trail={[{ href: LIST, label: t('central.travel.title') }]}
      />
      {mayUpload && <UploadForm page={page} />}
      {files.length > 0 && <Files page={page} files={files} />}
    </>
  );
});

async function UploadForm({ page: { principal, t } }: { page: Page }) {
  const templates = await offeredTemplates(principal);
  if (templates.length === 0) return <Notice kind="hint">{t('central.travel.templates.none')}</Notice>;
  return (
    <section className="panel" aria-label={t('central.travel.upload')}>
      <RecordForm
        action={`${FILES}/upload`}
        fields={bookingFields(t, templates)}
        values={templates.length === 1 ? { template: templates[0]?.id } : {}}
        submitLabel={t('central.travel.upload.do')}
        cancelHref={LIST}
      />
    </section>
  );
}

function Files({ page: { t, format }, files }: { page: Page; files: readonly BookingFile[] }) {
  return (
    <section className="panel" aria-labelledby="files-heading">
      <h2 id="files-heading">{t('central.travel.files')}</h2>
      <Table
        named
        columns={[
          { label: t('central.travel.file') },
          { label: t('central.travel.company') },
          { label: t('job.created') },
          { label: t('job.status') }
        ]}
        rows={files.map((file) => ({
          key: file.id,
          cells: [
            <Link key="file" href={`${FILES}/${file.id}`}>
              {file.fileName}
            </Link>,
            file.company,
            format.dateTime(file.uploadedAt),
            <FileCounts key="counts" t={t} file={file} />
          ]
        }))}
      />
    </section>
  );
}
