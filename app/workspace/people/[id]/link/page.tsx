import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { signedIn } from '../../../signed-in';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { otherIdFields } from '../other-id-fields';
import { maintainableUser, UserForm } from '../user-form';
import { linkUser } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.link')} – ${brand.appName}` };
}

/** Requests a link between two user ids of one person (C4.029). */
export default workspacePage(async function LinkPage({ params }: { params: Promise<{ id: string }> }) {
  const { page, user } = await maintainableUser((await params).id);
  const { t, principal } = page;
  if (!may(principal, 'multi_user', 'modify')) notFound();
  return (
    <UserForm user={user} title={t('user.link')}>
      <div className="panel">
        <p>{t('user.link.explanation', { userId: user.userId })}</p>
        <RecordForm
          action={linkUser}
          fields={otherIdFields(t, 'user.link.other', user.id)}
          hidden={{ id: user.id }}
          submitLabel={t('user.link')}
          cancelHref={`/workspace/people/${user.id}`}
        />
      </div>
    </UserForm>
  );
});
