import type { Metadata } from 'next';
import { signedIn } from '../../../signed-in';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { maintainableUser, UserForm } from '../user-form';
import { renameUser } from './actions';
import { userIdFields } from './fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.id.change')} – ${brand.appName}` };
}

/** Changes a user's user id. */
export default workspacePage(async function UserIdPage({ params }: { params: Promise<{ id: string }> }) {
  const { page, user } = await maintainableUser((await params).id);
  const { t } = page;
  return (
    <UserForm user={user} title={t('user.id.change')}>
      <div className="panel">
        <p>{t('user.id.change.explanation')}</p>
        <RecordForm
          action={renameUser}
          fields={userIdFields(t)}
          hidden={{ id: user.id }}
          submitLabel={t('user.id.change')}
          cancelHref={`/workspace/people/${user.id}`}
        />
      </div>
    </UserForm>
  );
});
