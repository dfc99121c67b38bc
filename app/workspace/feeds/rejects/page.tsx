import '../feeds.css';
import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import type { SeenReject } from '@/lib/money/feeds/correct-reject';
import { seenFeed } from '@/lib/money/feeds/feeds';
import type { FeedField } from '@/lib/money/feeds/mapping';
import { feedRejects } from '@/lib/money/feeds/rejects';
import { idOf } from '../../addresses';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { RejectState } from './reject-state';

export const generateMetadata = titled('feed.rejects');

/** Rows of feeds that were not booked, with reasons and actions. */
export default workspacePage(async function RejectsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('feeds', 'view');
  const { principal, t } = page;
  const query = await searchParams;
  const feed = typeof query.feed === 'string' && query.feed ? await seenFeed(principal, idOf(query.feed)) : null;
  if (query.feed && !feed) notFound();
  return (
    <>
      <PageHead
        title={t('feed.rejects')}
        trail={[
          { href: '/workspace/feeds', label: t('feed.title') },
          ...(feed ? [{ href: `/workspace/feeds/${feed.id}`, label: feed.fileName }] : [])
        ]}
      />
      <ListingView
        listing={feedRejects(feed?.id)}
        path="/workspace/feeds/rejects"
        keep={feed ? { feed: feed.id } : {}}
        searchParams={query}
        {...(!feed && { bulk: false })}
        page={page}
        href={({ id }) => `/workspace/feeds/rejects/${id}`}
        cells={{
          field: ({ field }) => (field ? t(`feed.field.${field as FeedField}`) : '–'),
          shown: ({ shown }) => <span className="feed-raw">{String(shown)}</span>,
          state: ({ state }) => <RejectState state={state as SeenReject['state']} t={t} />
        }}
        empty={<Empty title={t('feed.rejects.none')} />}
      />
    </>
  );
});
