import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { APPROVAL_PROFILES } from '@/lib/money/approvals/profiles';
import { ListingView } from '../../listing/listing-view';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';

export const generateMetadata = titled('approval.profiles');

/** The approval profiles of the user's companies. */
export default workspacePage(async function ProfilesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('company_setup', 'view', ['transaction.review', 'purchasing']);
  const query = await searchParams;
  const { t, principal } = page;
  return (
    <>
      <PageHead
        title={t('approval.profiles')}
        actions={
          may(principal, 'company_setup', 'modify') && (
            <Link className="button primary" href="/workspace/approvals/profiles/new">
              {t('approval.profile.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ deleted: t('approval.profile.done.deleted') }} />
      <ListingView
        listing={APPROVAL_PROFILES}
        path="/workspace/approvals/profiles"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/approvals/profiles/${id}`}
        empty={
          <Empty title={t('approval.profiles.none')}>
            <p>{t('approval.profiles.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
