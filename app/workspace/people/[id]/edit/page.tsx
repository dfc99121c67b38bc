import type { Metadata } from 'next';
import { signedIn } from '../../../signed-in';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { personFields, supervisorField } from '../../person-fields';
import { maintainableUser, UserForm } from '../user-form';
import { saveUser } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.edit')} – ${brand.appName}` };
}

/** Edits a person's data. */
export default workspacePage(async function EditUserPage({ params }: { params: Promise<{ id: string }> }) {
  const { page, user } = await maintainableUser((await params).id);
  const { t, locale } = page;
  const { firstName, lastName, email, phone } = user;
  return (
    <UserForm user={user} title={t('user.edit')}>
      <div className="panel">
        <RecordForm
          action={saveUser}
          fields={[...personFields(t, locale), supervisorField(t, user)]}
          values={{ firstName, lastName, email, phone, locale: user.locale, supervisorId: user.supervisor?.id }}
          version={user.version}
          hidden={{ id: user.id }}
          submitLabel={t('form.save')}
          cancelHref={`/workspace/people/${user.id}`}
        />
      </div>
    </UserForm>
  );
});
