import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { rolesInReach } from '@/lib/directory/people/maintenance';
import { signedIn } from '../../../signed-in';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { RoleChoice } from '../../role-choice';
import { addedRoleFields } from '../../role-fields';
import { maintainableUser, UserForm } from '../user-form';
import { giveRole } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.role.add')} – ${brand.appName}` };
}

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Adds a role to a user: first the role, then its place. */
export default workspacePage(async function AddRolePage({ params, searchParams }: Props) {
  const { page, user } = await maintainableUser((await params).id, { partly: true });
  const { t, principal } = page;
  if (!may(principal, 'peers', 'modify') || user.status !== 'active') notFound();
  const { role: asked } = await searchParams;
  const roles = rolesInReach(principal).filter((each) => (each === 'Z') === (user.role === 'Z'));
  const role = roles.length === 1 ? roles[0] : roles.find((each) => each === asked);
  return (
    <UserForm user={user} title={t('user.role.add')}>
      {role ? (
        <div className="panel">
          <h2>{t(`role.${role}`)}</h2>
          <RecordForm
            action={giveRole}
            fields={await addedRoleFields(principal, t, role)}
            hidden={{ id: user.id, role }}
            submitLabel={t('user.role.add')}
            cancelHref={`/workspace/people/${user.id}`}
          />
        </div>
      ) : (
        <RoleChoice path={`/workspace/people/${user.id}/roles`} roles={roles} t={t} />
      )}
    </UserForm>
  );
});
