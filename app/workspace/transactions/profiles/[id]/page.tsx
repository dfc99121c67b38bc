import '../../transactions.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { ownScheme } from '@/lib/money/allocation/own-schemes';
import { findSplitProfile } from '@/lib/money/allocation/split-profiles';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Confirm } from '../../../ui/confirm';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { SplitTable } from '../../split-table';
import { removeProfile } from '../actions';
import { ProfileForm } from '../profile-form';

export const generateMetadata = titled('split.profile.title');

/** A split profile: a form for its creator, read-only for others (C6.025). */
export default workspacePage(async function SplitProfilePage({ params }: { params: Promise<{ id: string }> }) {
  const page = await signedInFor('transactions', 'view', 'cost.allocation');
  const { principal, t, format } = page;
  const profile = await findSplitProfile(principal, idOf((await params).id));
  const scheme = profile && (await ownScheme(principal, profile.schemeId));
  if (!profile || !scheme) notFound();
  const isOwn = profile.ownerId === principal.userId && may(principal, 'transactions', 'modify');
  return (
    <>
      <PageHead
        title={profile.name}
        trail={[{ href: '/workspace/transactions/profiles', label: t('split.profile.title') }]}
        detail={[scheme.company, scheme.name, t('split.profile.by', { owner: profile.owner })].join(' · ')}
        actions={
          isOwn && (
            <Confirm
              label={t('split.profile.delete')}
              question={t('split.profile.delete.question')}
              explanation={t('split.profile.delete.explanation')}
              confirmLabel={t('split.profile.delete')}
              action={removeProfile}
              hidden={{ id: profile.id }}
            />
          )
        }
      />
      <section className="panel" aria-label={profile.name}>
        {isOwn ? (
          <ProfileForm scheme={scheme} profile={profile} page={page} />
        ) : (
          <SplitTable
            label={t('split.profile.splits')}
            shareLabel={t('allocation.percent')}
            splits={profile.lines.map((line) => ({ ...line, share: format.percent(line.percent) }))}
            codes={scheme.asks.codes.filter(({ id }) => profile.lines.some((line) => line.codes[id]))}
            t={t}
          />
        )}
      </section>
    </>
  );
});
