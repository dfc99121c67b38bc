import type { Metadata } from 'next';
import { may } from '@/lib/access/policy/principal';
import type { UserStatus } from '@/lib/directory/people/states';
import { USERS } from '@/lib/directory/people/user-listing';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../listing/listing-view';
import { signedIn, signedInFor } from '../signed-in';
import { Badge } from '../ui/badge';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { STATUS_TONES } from './words';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('users.title')} – ${brand.appName}` };
}

/** The users in the reader's part of the structure. */
export default workspacePage(async function UsersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('users', 'view');
  const query = await searchParams;
  const { t, principal } = page;
  return (
    <>
      <PageHead
        title={t('users.title')}
        actions={
          may(principal, 'users', 'modify') && (
            <Link className="button primary" href="/workspace/people/new">
              {t('user.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ deleted: t('user.done.deleted') }} />
      <ListingView
        listing={USERS}
        path="/workspace/people"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/people/${id}`}
        cells={{
          status: ({ status }) => (
            <Badge tone={STATUS_TONES[status as UserStatus]}>{t(`user.status.${status as UserStatus}`)}</Badge>
          )
        }}
        empty={<Empty title={t('users.empty')} />}
      />
    </>
  );
});
