import type { Metadata } from 'next';
import { CONFIGURED_ISSUERS } from '@/lib/directory/programs/configured-node';
import type { SearchParams } from '@/lib/kit/listing/query';
import { signedIn } from '../../signed-in';
import { workspacePage } from '../../workspace-page';
import { ConfiguredList } from '../configured-list';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('configuration.issuer.list')} – ${brand.appName}` };
}

/** Issuer site configurations (C2.012). */
export default workspacePage(async function IssuerConfigurationsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  return <ConfiguredList kind="issuer" listing={CONFIGURED_ISSUERS} searchParams={await searchParams} />;
});
