import type { Metadata } from 'next';
import { CORPORATE_CODES } from '@/lib/directory/registration/listings';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../../listing/listing-view';
import { signedIn, signedInFor } from '../../signed-in';
import { DoneNotice } from '../../ui/notice';
import { workspacePage } from '../../workspace-page';
import { Frame } from '../frame';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('corporate.codes.title')} – ${brand.appName}` };
}

/** The companies with the corporate codes for cardholder registration (C5.038). */
export default workspacePage(async function CorporateCodesPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('registrations', 'view');
  const query = await searchParams;
  return (
    <Frame t={page.t} path="/workspace/registrations/corporate-codes">
      <DoneNotice query={query} texts={{ saved: page.t('corporate.code.done.saved') }} />
      <ListingView
        listing={CORPORATE_CODES}
        path="/workspace/registrations/corporate-codes"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/registrations/corporate-codes/${id}`}
      />
    </Frame>
  );
});
