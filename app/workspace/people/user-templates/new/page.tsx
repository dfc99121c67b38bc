import type { Metadata } from 'next';
import { rolesInReach } from '@/lib/directory/people/maintenance';
import { signedIn, signedInFor } from '../../../signed-in';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { firstOwner, ownerField } from '../../owner-field';
import { RoleChoice } from '../../role-choice';
import { addUserTemplate } from '../actions';
import { userTemplateFields } from '../fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.templates.new')} – ${brand.appName}` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A new user template: first the role, then the defaults of its users. */
export default workspacePage(async function NewUserTemplatePage({ searchParams }: Props) {
  const { principal, t, locale } = await signedInFor('user_templates', 'modify');
  const { role: asked } = await searchParams;
  const roles = rolesInReach(principal).filter((each) => each !== 'H' && each !== 'Z');
  const role = roles.find((each) => each === asked);
  return (
    <>
      <PageHead
        title={t('user.templates.new')}
        trail={[{ href: '/workspace/people/user-templates', label: t('user.templates.title') }]}
        detail={role && t(`role.${role}`)}
      />
      {role ? (
        <div className="panel">
          <RecordForm
            action={addUserTemplate}
            fields={[await ownerField(principal, t), ...(await userTemplateFields(principal, { t, locale }, role))]}
            values={{ owner: await firstOwner(principal) }}
            hidden={{ role }}
            submitLabel={t('form.save')}
            cancelHref="/workspace/people/user-templates"
          />
        </div>
      ) : (
        <RoleChoice path="/workspace/people/user-templates/new" roles={roles} t={t} />
      )}
    </>
  );
});
