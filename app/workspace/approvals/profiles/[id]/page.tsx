import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import { findProfile, mayChangeProfiles } from '@/lib/money/approvals/profiles';
import { idOf } from '../../../addresses';
import { ReadOnlyNotice } from '../../../people/read-only-notice';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Confirm } from '../../../ui/confirm';
import { DoneNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { remove, save } from '../actions';
import { profileFields, profileValues } from '../fields';
import { Levels } from './levels';
import { Places } from './places';

export const generateMetadata = titled('approval.profile');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** An approval profile: its levels with their approvers, and the places it applies to. */
export default workspacePage(async function ProfilePage({ params, searchParams }: Props) {
  const { principal, t, format } = await signedInFor('company_setup', 'view', ['transaction.review', 'purchasing']);
  const profile = await findProfile(principal, idOf((await params).id));
  if (!profile) notFound();
  const canChange = await mayChangeProfiles(principal, profile);
  const { id, name, company, currency, version, levels } = profile;
  const done = (['saved', 'placed', 'removed'] as const).map((what) => [what, t(`approval.profile.done.${what}`)]);
  return (
    <>
      <PageHead
        title={name}
        trail={[{ href: '/workspace/approvals/profiles', label: t('approval.profiles') }]}
        detail={`${company} · ${currency}`}
        actions={
          canChange && (
            <Confirm
              label={t('approval.profile.delete')}
              question={t('approval.profile.delete.question', { name })}
              explanation={t('approval.profile.delete.explanation')}
              confirmLabel={t('approval.profile.delete')}
              action={remove}
              hidden={{ id }}
            />
          )
        }
      />
      <DoneNotice query={await searchParams} texts={Object.fromEntries(done)} />
      {!canChange && <ReadOnlyNotice principal={principal} t={t} />}
      <Places profile={profile} canChange={canChange} t={t} />
      <section className="panel" aria-labelledby="levels-heading">
        <h2 id="levels-heading">{t('approval.levels')}</h2>
        {canChange ? (
          <>
            <p>{t('approval.levels.hint')}</p>
            <RecordForm
              action={save}
              fields={profileFields(t, levels, currency)}
              values={profileValues(profile)}
              version={version}
              hidden={{ id }}
              submitLabel={t('form.save')}
              cancelHref="/workspace/approvals/profiles"
            />
          </>
        ) : (
          <Levels profile={profile} t={t} format={format} />
        )}
      </section>
    </>
  );
});
