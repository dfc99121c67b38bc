import type { Metadata } from 'next';
import { CONFIGURED_COMPANIES } from '@/lib/directory/programs/configured-node';
import type { SearchParams } from '@/lib/kit/listing/query';
import { signedIn } from '../../signed-in';
import { workspacePage } from '../../workspace-page';
import { ConfiguredList } from '../configured-list';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('configuration.company.list')} – ${brand.appName}` };
}

/** Company preferences (C2.010). */
export default workspacePage(async function CompanyConfigurationsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  return <ConfiguredList kind="company" listing={CONFIGURED_COMPANIES} searchParams={await searchParams} />;
});
