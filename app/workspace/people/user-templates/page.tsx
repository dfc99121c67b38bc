import type { Metadata } from 'next';
import { may } from '@/lib/access/policy/principal';
import { USER_TEMPLATES } from '@/lib/directory/people/templates/user-templates';
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
  return { title: `${t('user.templates.title')} – ${brand.appName}` };
}

/** The user templates, which hold the defaults of new users. */
export default workspacePage(async function UserTemplatesPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('user_templates', 'view');
  const query = await searchParams;
  const { t, principal } = page;
  return (
    <>
      <PageHead
        title={t('user.templates.title')}
        actions={
          may(principal, 'user_templates', 'modify') && (
            <Link className="button primary" href="/workspace/people/user-templates/new">
              {t('user.templates.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ saved: t('template.done.saved'), deleted: t('template.done.deleted') }} />
      <ListingView
        listing={USER_TEMPLATES}
        path="/workspace/people/user-templates"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/people/user-templates/${id}`}
        empty={<Empty title={t('user.templates.empty')} />}
      />
    </>
  );
});
