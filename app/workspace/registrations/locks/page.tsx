import type { Metadata } from 'next';
import { REGISTRATION_LOCKS } from '@/lib/directory/registration/listings';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../../listing/listing-view';
import { signedIn, signedInFor } from '../../signed-in';
import { Empty } from '../../ui/empty';
import { workspacePage } from '../../workspace-page';
import { Frame } from '../frame';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('registration.locks.title')} – ${brand.appName}` };
}

/** Self-registrations locked after three failures, and their release (C4.025). */
export default workspacePage(async function RegistrationLocksPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('registrations', 'view');
  const { t } = page;
  return (
    <Frame t={t} path="/workspace/registrations/locks">
      <ListingView
        listing={REGISTRATION_LOCKS}
        path="/workspace/registrations/locks"
        searchParams={await searchParams}
        page={page}
        cells={{ label: ({ subject, label }) => (subject === 'account' ? `•••• ${label}` : String(label)) }}
        empty={<Empty title={t('registration.locks.empty')} />}
      />
    </Frame>
  );
});
