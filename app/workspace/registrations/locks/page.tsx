import type { Metadata } from 'next';
import { may } from '@/lib/access/principal';
import type { SearchParams } from '@/lib/listing/query';
import { REGISTRATION_LOCKS } from '@/lib/registration/listings';
import { signedIn, signedInFor } from '../../signed-in';
import { Empty } from '../../ui/empty';
import { ListingView } from '../../ui/listing-view';
import { DoneNotice } from '../../ui/notice';
import { Frame } from '../frame';
import { clearLocks } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('registration.locks.title')} – ${brand.appName}` };
}

/** Self-registrations that three misses have locked, and their clearing (C4.025). */
export default async function RegistrationLocksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('registrations', 'view');
  const { t, principal } = page;
  const query = await searchParams;
  return (
    <Frame t={t} path="/workspace/registrations/locks">
      <DoneNotice query={query} texts={{ cleared: t('registration.lock.done.cleared') }} />
      <ListingView
        listing={REGISTRATION_LOCKS}
        path="/workspace/registrations/locks"
        searchParams={query}
        page={page}
        cells={{ label: ({ subject, label }) => (subject === 'account' ? `•••• ${label}` : String(label)) }}
        bulk={
          may(principal, 'registrations', 'modify')
            ? { action: clearLocks, buttons: [{ value: 'clear', label: t('registration.lock.clear') }] }
            : undefined
        }
        empty={<Empty title={t('registration.locks.empty')} />}
      />
    </Frame>
  );
}
