import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { FEED_MAPPINGS } from '@/lib/money/feeds/mappings';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';

export const generateMetadata = titled('feed.mapping.title');

/** An issuer's mappings. */
export default workspacePage(async function MappingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('feeds', 'view');
  const { principal, t } = page;
  const query = await searchParams;
  return (
    <>
      <PageHead
        title={t('feed.mapping.title')}
        trail={[{ href: '/workspace/feeds', label: t('feed.title') }]}
        actions={
          may(principal, 'feeds', 'modify') && (
            <Link className="button primary" href="/workspace/feeds/mappings/new">
              {t('feed.mapping.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ deleted: t('template.done.deleted') }} />
      <ListingView
        listing={FEED_MAPPINGS}
        path="/workspace/feeds/mappings"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/feeds/mappings/${id}`}
        empty={
          <Empty title={t('feed.mapping.none')}>
            <p>{t('feed.mapping.none.text')}</p>
          </Empty>
        }
      />
    </>
  );
});
