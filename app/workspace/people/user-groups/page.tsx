import type { Metadata } from 'next';
import { may } from '@/lib/access/policy/principal';
import { USER_GROUPS } from '@/lib/directory/people/templates/user-groups';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../../listing/listing-view';
import { signedIn, signedInFor } from '../../signed-in';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.groups.title')} – ${brand.appName}` };
}

/** The user groups. */
export default workspacePage(async function UserGroupsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('user_groups', 'view');
  const query = await searchParams;
  const { t, principal } = page;
  return (
    <>
      <PageHead
        title={t('user.groups.title')}
        actions={
          may(principal, 'user_groups', 'modify') && (
            <Link className="button primary" href="/workspace/people/user-groups/new">
              {t('user.groups.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ saved: t('template.done.saved'), deleted: t('template.done.deleted') }} />
      <ListingView
        listing={USER_GROUPS}
        path="/workspace/people/user-groups"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/people/user-groups/${id}`}
        empty={<Empty title={t('user.groups.empty')} />}
      />
    </>
  );
});
