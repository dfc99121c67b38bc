import type { Metadata } from 'next';
import { rolesInReach } from '@/lib/directory/people/maintenance';
import { userTemplatesFor } from '@/lib/directory/people/templates/user-templates';
import { signedIn, signedInFor } from '../../signed-in';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { newUserFields } from '../new-user-fields';
import { RoleChoice } from '../role-choice';
import { addUser } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.new')} – ${brand.appName}` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A new user: first the role or template, then the person and the place. */
export default workspacePage(async function NewUserPage({ searchParams }: Props) {
  const { principal, t, locale } = await signedInFor('users', 'modify');
  const { role: asked, template: askedTemplate } = await searchParams;
  const templates = await userTemplatesFor(principal);
  const template = templates.find(({ id }) => id === askedTemplate);
  const roles = rolesInReach(principal);
  const role = template?.role ?? (roles.length === 1 ? roles[0] : roles.find((each) => each === asked));
  const head = (
    <PageHead
      title={t('user.new')}
      trail={[{ href: '/workspace/people', label: t('users.title') }]}
      detail={role && t(`role.${role}`)}
    />
  );
  if (!role) {
    return (
      <>
        {head}
        <RoleChoice path="/workspace/people/new" roles={roles} templates={templates} t={t} />
      </>
    );
  }
  return (
    <>
      {head}
      <div className="panel">
        <RecordForm
          action={addUser}
          fields={await newUserFields(principal, { t, locale }, role)}
          values={template && { locale: template.locale, authorityTemplateId: template.authorityTemplateId }}
          hidden={{ role, ...(template && { template: template.id }) }}
          submitLabel={t('user.create')}
          cancelHref="/workspace/people"
        />
      </div>
    </>
  );
});
