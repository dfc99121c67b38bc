import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { type OwnRole, ownRoles } from '@/lib/directory/people/own-roles';
import { signedIn, signedInWith } from '../../../signed-in';
import { ActionForm } from '../../../ui/action-form';
import { Badge } from '../../../ui/badge';
import { failureTexts } from '../../../ui/form-texts';
import { Link } from '../../../ui/link';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { placeWords } from '../../words';
import { switchOwnRole } from '../actions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('own.roles.choose.title')} – ${brand.appName}` };
}

/** After the sign-in of a user with linked ids: chooses the user id and role (C2.003). */
export default workspacePage(async function ChooseRolePage() {
  const { principal, t } = await signedInWith('role_switching');
  const roles = await ownRoles(principal);
  if (new Set(roles.map(({ ownerId }) => ownerId)).size < 2) redirect('/workspace');
  const use = (role: OwnRole) =>
    role.isInUse ? (
      <Link className="button primary" href="/workspace" aria-describedby={`role-${role.id}`}>
        {t('continue.button')}
      </Link>
    ) : (
      <ActionForm action={switchOwnRole} texts={failureTexts(t)} hidden={{ from: 'choice' }}>
        <button type="submit" name="assignment" value={role.id} aria-describedby={`role-${role.id}`}>
          {t('own.roles.use')}
        </button>
      </ActionForm>
    );
  return (
    <>
      <PageHead title={t('own.roles.choose.title')} />
      <section className="panel" aria-labelledby="choose-heading">
        <h2 id="choose-heading">{t('own.roles.heading')}</h2>
        <p>{t('own.roles.choose.explanation')}</p>
        <ul className="records">
          {roles.map((role) => (
            <li key={role.id}>
              <div id={`role-${role.id}`}>
                <h3>
                  {t(`role.${role.role}`)}
                  {role.isInUse && <Badge tone="good">{t('own.roles.in.use')}</Badge>}
                </h3>
                <p>{role.places.map(placeWords).join(', ')}</p>
                <p className="muted">{t('own.roles.user.id', { userId: role.userId })}</p>
              </div>
              {use(role)}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
});
