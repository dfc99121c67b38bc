import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { findRegistration } from '@/lib/directory/registration/registration-record';
import { idOf } from '../../addresses';
import { signedIn, signedInFor } from '../../signed-in';
import { Badge } from '../../ui/badge';
import { Confirm } from '../../ui/confirm';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { kindWords, stateWords, TONES } from '../words';
import { acceptAccountApplication, approve, decline } from './actions';
import { approvalFields, declineFields } from './fields';
import { Information } from './information';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('registration.title')} – ${brand.appName}` };
}

/** A registration and the administrator's decision (CD.34). */
export default workspacePage(async function RegistrationPage({ params }: { params: Promise<{ id: string }> }) {
  const page = await signedInFor('registrations', 'view');
  const { principal, t } = page;
  const registration = await findRegistration(principal, idOf((await params).id));
  if (!registration) notFound();
  const { id, kind, state, name, version, details } = registration;
  const waits = state === 'pending_approval' && may(principal, 'registrations', 'approve');
  return (
    <>
      <PageHead
        title={name}
        trail={[{ href: '/workspace/registrations', label: t('registrations.title') }]}
        detail={
          <>
            <Badge tone={TONES[state]}>{stateWords(t, state)}</Badge>
            <span>{kindWords(t, kind)}</span>
          </>
        }
      />
      <Information page={page} registration={registration} />
      {waits && kind === 'company' && (
        <section className="panel" aria-labelledby="approve-heading">
          <h2 id="approve-heading">{t('registration.approve')}</h2>
          <p>{t('registration.approve.explanation')}</p>
          <RecordForm
            id="approve"
            action={approve}
            fields={approvalFields(t)}
            values={{ name: details.company ?? name }}
            hidden={{ id }}
            version={version}
            submitLabel={t('registration.approve')}
          />
        </section>
      )}
      {waits && kind === 'account_application' && (
        <section className="panel" aria-labelledby="accept-heading">
          <h2 id="accept-heading">{t('registration.accept')}</h2>
          <p>{t('registration.accept.explanation')}</p>
          <div className="actions">
            <Confirm
              label={t('registration.accept')}
              question={t('registration.accept.question', { name })}
              confirmLabel={t('registration.accept')}
              action={acceptAccountApplication}
              hidden={{ id, version }}
              danger={false}
            />
          </div>
        </section>
      )}
      {waits && (
        <section className="panel" aria-labelledby="decline-heading">
          <h2 id="decline-heading">{t('registration.decline')}</h2>
          <RecordForm
            id="decline"
            action={decline}
            fields={declineFields(t)}
            hidden={{ id }}
            version={version}
            submitLabel={t('registration.decline')}
          />
        </section>
      )}
    </>
  );
});
