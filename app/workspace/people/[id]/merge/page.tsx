import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { signedIn } from '../../../signed-in';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { otherIdFields } from '../other-id-fields';
import { maintainableUser, UserForm } from '../user-form';
import { mergeUser } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.merge')} – ${brand.appName}` };
}

/** Merges another record of the same person into this one. */
export default workspacePage(async function MergePage({ params }: { params: Promise<{ id: string }> }) {
  const { page, user } = await maintainableUser((await params).id);
  const { t, principal } = page;
  if (!may(principal, 'multi_user', 'modify') || !may(principal, 'peers', 'modify')) notFound();
  return (
    <UserForm user={user} title={t('user.merge')}>
      <div className="panel">
        <p>{t('user.merge.explanation', { userId: user.userId })}</p>
        <RecordForm
          action={mergeUser}
          fields={otherIdFields(t, 'user.merge.other', user.id)}
          hidden={{ id: user.id }}
          submitLabel={t('user.merge')}
          cancelHref={`/workspace/people/${user.id}`}
        />
      </div>
    </UserForm>
  );
});
