import type { Metadata } from 'next';
import { REGISTRATIONS } from '@/lib/directory/registration/listings';
import type { KeptState } from '@/lib/directory/registration/states';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../listing/listing-view';
import { signedIn, signedInFor } from '../signed-in';
import { Badge } from '../ui/badge';
import { Empty } from '../ui/empty';
import { DoneNotice } from '../ui/notice';
import { workspacePage } from '../workspace-page';
import { Frame } from './frame';
import { stateWords, TONES } from './words';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('registrations.title')} – ${brand.appName}` };
}

/** Registrations and applications: pending ones first, then the newest (CD.34). */
export default workspacePage(async function RegistrationsPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('registrations', 'view');
  const { t } = page;
  const query = await searchParams;
  const texts = { approved: t('registration.done.approved'), declined: t('registration.done.declined') };
  return (
    <Frame t={t} path="/workspace/registrations">
      <DoneNotice query={query} texts={texts} />
      <ListingView
        listing={REGISTRATIONS}
        path="/workspace/registrations"
        searchParams={query}
        page={page}
        href={({ id }) => `/workspace/registrations/${id}`}
        cells={{
          state: ({ state }) => <Badge tone={TONES[state as KeptState]}>{stateWords(t, state as KeptState)}</Badge>
        }}
        empty={<Empty title={t('registrations.empty')} />}
      />
    </Frame>
  );
});
