import { PARKING_SPACES } from '@/lib/directory/parking/spaces';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';

export const generateMetadata = titled('parking.title');

/** Parking spaces. */
export default workspacePage(async function ParkingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('parking', 'view', 'parking');
  return (
    <>
      <PageHead title={page.t('parking.title')} />
      <ListingView listing={PARKING_SPACES} path="/workspace/parking" searchParams={await searchParams} page={page} />
    </>
  );
});
