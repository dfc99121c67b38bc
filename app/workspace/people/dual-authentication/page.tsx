import type { Metadata } from 'next';
import { SIGN_IN_SECURITY } from '@/lib/directory/people/security/listing';
import type { UserStatus } from '@/lib/directory/people/states';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../../listing/listing-view';
import { signedIn, signedInFor } from '../../signed-in';
import { Badge } from '../../ui/badge';
import { Empty } from '../../ui/empty';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { STATUS_TONES } from '../words';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('dual.title')} – ${brand.appName}` };
}

/** Dual Authentication Maintenance (C2.034): the users in the reader's part of the structure by sign-in method. */
export default workspacePage(async function DualAuthenticationPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('users', 'view');
  const { t } = page;
  return (
    <>
      <PageHead title={t('dual.title')} detail={t('dual.intro')} />
      <ListingView
        listing={SIGN_IN_SECURITY}
        path="/workspace/people/dual-authentication"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/people/${id}/sign-in-security`}
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
