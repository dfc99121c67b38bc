import type { Metadata } from 'next';
import { may } from '@/lib/access/policy/principal';
import { PROGRAM_OPTIONS } from '@/lib/directory/programs/program-options';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../listing/listing-view';
import { signedIn, signedInFor } from '../signed-in';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('program.options')} – ${brand.appName}` };
}

/** Program options (C2.011). */
export default workspacePage(async function ProgramOptionsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const { principal, t, format } = await signedInFor('program_options', 'view');
  const query = await searchParams;
  const create = may(principal, 'program_options', 'modify') && (
    <Link className="button primary" href="/workspace/program-options/new">
      {t('program.option.new')}
    </Link>
  );
  return (
    <>
      <PageHead title={t('program.options')} detail={t('program.options.intro')} actions={create} />
      <DoneNotice query={query} texts={{ deleted: t('program.option.deleted') }} />
      <ListingView
        listing={PROGRAM_OPTIONS}
        path="/workspace/program-options"
        searchParams={query}
        page={{ principal, t, format }}
        href={({ id }) => `/workspace/program-options/${id}`}
        empty={
          <Empty title={t('program.options.empty')}>
            <p>{t('program.options.empty.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});
