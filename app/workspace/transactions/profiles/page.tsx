import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { SPLIT_PROFILES } from '@/lib/money/allocation/split-profiles';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';

export const generateMetadata = titled('split.profile.title');

/** Split profiles for recurring divisions of costs, shared within the user's companies (C6.025). */
export default workspacePage(async function SplitProfilesPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('transactions', 'view', 'cost.allocation');
  const { t, principal } = page;
  const query = await searchParams;
  return (
    <>
      <PageHead
        title={t('split.profile.title')}
        actions={
          may(principal, 'transactions', 'modify') && (
            <Link className="button primary" href="/workspace/transactions/profiles/new">
              {t('split.profile.new')}
            </Link>
          )
        }
      />
      <DoneNotice
        query={query}
        texts={{ saved: t('split.profile.done.saved'), deleted: t('split.profile.done.deleted') }}
      />
      <ListingView
        listing={SPLIT_PROFILES}
        path="/workspace/transactions/profiles"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/transactions/profiles/${id}`}
        empty={
          <Empty title={t('split.profile.none')}>
            <p>{t('split.profile.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
