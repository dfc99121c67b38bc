import '../structure.css';
import { may } from '@/lib/access/policy/principal';
import { megabytesBelow } from '@/lib/directory/structure/start-upload';
import { UPLOAD_COLUMNS, UPLOAD_FIELDS } from '@/lib/directory/structure/upload-columns';
import { recentUploads } from '@/lib/directory/structure/uploads';
import type { SearchParams } from '@/lib/kit/listing/query';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Link } from '../../ui/link';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';
import { nameOf, nodeOfPage, trailOf } from '../[id]/node-page';
import { uploadFields } from './upload-fields';
import { UploadState } from './upload-state';

export const generateMetadata = titled('structure.upload.title');

/** Upload and download of the user's part of the structure (C2.007). */
export default workspacePage(async function UploadPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, t, format } = await signedInFor('structure_upload', 'view', 'structure.upload');
  const { node: asked } = await searchParams;
  const { node } = await nodeOfPage(
    principal,
    typeof asked === 'string' ? asked : (principal.scope.subtrees[0]?.nodeId ?? '')
  );
  const uploads = await recentUploads(principal);
  return (
    <>
      <PageHead
        title={t('structure.upload.title')}
        trail={trailOf(t, principal, [])}
        detail={t('structure.upload.intro')}
      />
      <section className="panel" aria-labelledby="download-heading">
        <h2 id="download-heading">{t('structure.download.heading')}</h2>
        <p>{t('structure.download.intro', { name: nameOf(node) })}</p>
        <div className="actions">
          <a className="button" href={`/workspace/structure/${node.id}/download`}>
            {t('structure.download')}
          </a>
          <a className="button" href="/workspace/structure/upload/template">
            {t('structure.template')}
          </a>
        </div>
        <details>
          <summary>{t('structure.upload.columns')}</summary>
          <dl>
            {UPLOAD_FIELDS.map((field) => (
              <div key={field}>
                <dt>{UPLOAD_COLUMNS[field].header}</dt>
                <dd className="plain">{t(`structure.column.${field}`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </section>
      {may(principal, 'structure_upload', 'run') && (
        <section className="panel" aria-labelledby="upload-heading">
          <h2 id="upload-heading">{t('structure.upload.heading', { name: nameOf(node) })}</h2>
          <RecordForm
            action="/workspace/structure/upload/file"
            fields={uploadFields(t, await megabytesBelow(principal, node.id))}
            submitLabel={t('structure.upload.check')}
            hidden={{ nodeId: node.id }}
          />
        </section>
      )}
      {uploads.length > 0 && (
        <section className="panel" aria-labelledby="recent-heading">
          <h2 id="recent-heading">{t('structure.upload.recent')}</h2>
          <Table
            columns={[
              { label: t('structure.upload.file') },
              { label: t('job.node') },
              { label: t('job.created') },
              { label: t('job.status') }
            ]}
            rows={uploads.map((one) => ({
              key: one.id,
              cells: [
                <Link key="file" href={`/workspace/structure/upload/${one.id}`}>
                  {one.fileName}
                </Link>,
                one.nodeName,
                format.dateTime(one.createdAt),
                <UploadState key="state" upload={one} t={t} />
              ]
            }))}
          />
        </section>
      )}
    </>
  );
});
