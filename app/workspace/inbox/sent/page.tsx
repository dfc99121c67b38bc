import { may } from '@/lib/access/policy/principal';
import { MESSAGES } from '@/lib/kit/inbox/message-listing';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';

export const generateMetadata = titled('inbox.sent');

/** The messages to places of the administrator's scope, whoever sent them. */
export default workspacePage(async function SentPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, t, format } = await signedInFor('messages', 'view');
  const query = await searchParams;
  return (
    <>
      <PageHead
        title={t('inbox.sent')}
        trail={[
          { href: '/workspace/inbox', label: t('inbox.title') },
          { href: null, label: t('inbox.sent') }
        ]}
        actions={
          may(principal, 'messages', 'modify') && (
            <Link className="button primary" href="/workspace/inbox/new">
              {t('inbox.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ deleted: t('inbox.done.deleted') }} />
      <ListingView
        listing={MESSAGES}
        path="/workspace/inbox/sent"
        searchParams={query}
        page={{ principal, t, format }}
        href={({ id }) => `/workspace/inbox/sent/${id}`}
        empty={<Empty title={t('inbox.sent.none')} />}
      />
    </>
  );
});
