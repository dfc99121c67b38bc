import type { Metadata } from 'next';
import { may } from '@/lib/access/policy/principal';
import { AUTHORITY_TEMPLATES } from '@/lib/directory/people/templates/authority-templates';
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
  return { title: `${t('authority.templates.title')} – ${brand.appName}` };
}

/** Authority templates, which restrict the permissions of roles. */
export default workspacePage(async function AuthorityTemplatesPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('authority_templates', 'view');
  const query = await searchParams;
  const { t, principal } = page;
  return (
    <>
      <PageHead
        title={t('authority.templates.title')}
        actions={
          may(principal, 'authority_templates', 'modify') && (
            <Link className="button primary" href="/workspace/people/authority-templates/new">
              {t('authority.templates.new')}
            </Link>
          )
        }
      />
      <DoneNotice query={query} texts={{ saved: t('template.done.saved'), deleted: t('template.done.deleted') }} />
      <ListingView
        listing={AUTHORITY_TEMPLATES}
        path="/workspace/people/authority-templates"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/people/authority-templates/${id}`}
        empty={<Empty title={t('authority.templates.empty')} />}
      />
    </>
  );
});
