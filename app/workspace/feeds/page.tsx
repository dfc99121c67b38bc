import './feeds.css';
import { may } from '@/lib/access/policy/principal';
import type { JobStatus } from '@/lib/kit/jobs/own-jobs';
import type { SearchParams } from '@/lib/kit/listing/query';
import { FEEDS, uploadMegabytes } from '@/lib/money/feeds/feeds';
import { usableMappings } from '@/lib/money/feeds/mappings';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { formTextsOf } from '../ui/form-texts';
import { Link } from '../ui/link';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { FeedStatus } from './feed-status';
import { uploadFields } from './upload-fields';
import { UploadForm } from './upload-form';

export const generateMetadata = titled('feed.title');

/** Feeds of card transactions: the upload of a file, and the earlier feeds with their outcomes. */
export default workspacePage(async function FeedsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('feeds', 'view');
  const { principal, t } = page;
  const mappings = await usableMappings(principal);
  const mayBring = may(principal, 'feeds', 'run');
  return (
    <>
      <PageHead
        title={t('feed.title')}
        detail={t('feed.intro')}
        actions={
          <Link className="button" href="/workspace/feeds/mappings">
            {t('feed.mapping.title')}
          </Link>
        }
      />
      {mayBring && (
        <section className="panel" aria-labelledby="bring-heading">
          <h2 id="bring-heading">{t('feed.bring')}</h2>
          {mappings.length === 0 ? (
            <Empty title={t('feed.mapping.none')}>
              <p>{t('feed.mapping.none.text')}</p>
              <Link className="button primary" href="/workspace/feeds/mappings/new">
                {t('feed.mapping.new')}
              </Link>
            </Empty>
          ) : (
            <UploadForm
              fields={uploadFields(t, mappings, await uploadMegabytes(principal))}
              submitLabel={t('feed.upload.submit')}
              missing={t('required.field', { field: t('feed.file') })}
              texts={formTextsOf(t)}
            />
          )}
        </section>
      )}
      <ListingView
        listing={FEEDS}
        path="/workspace/feeds"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/feeds/${id}`}
        cells={{ status: ({ status }) => <FeedStatus status={status as JobStatus} t={t} /> }}
        empty={
          <Empty title={t('feed.none')}>
            <p>{t('feed.none.text')}</p>
          </Empty>
        }
      />
    </>
  );
});
