import type { Metadata } from 'next';
import { rolesInReach } from '@/lib/directory/people/maintenance';
import { signedIn, signedInFor } from '../../../signed-in';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { firstOwner, ownerField } from '../../owner-field';
import { RoleChoice } from '../../role-choice';
import { addTemplate } from '../actions';
import { authorityFields } from '../fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('authority.templates.new')} – ${brand.appName}` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A new authority template: first its role, then its permissions. */
export default workspacePage(async function NewAuthorityTemplatePage({ searchParams }: Props) {
  const { principal, t } = await signedInFor('authority_templates', 'modify');
  const { role: asked } = await searchParams;
  const roles = rolesInReach(principal);
  const role = roles.find((each) => each === asked);
  return (
    <>
      <PageHead
        title={t('authority.templates.new')}
        trail={[{ href: '/workspace/people/authority-templates', label: t('authority.templates.title') }]}
        detail={role && t(`role.${role}`)}
      />
      {role ? (
        <div className="panel">
          <RecordForm
            action={addTemplate}
            fields={[await ownerField(principal, t), ...authorityFields(principal, t, role)]}
            values={{ owner: await firstOwner(principal), active: true }}
            hidden={{ role }}
            submitLabel={t('form.save')}
            cancelHref="/workspace/people/authority-templates"
          />
        </div>
      ) : (
        <RoleChoice path="/workspace/people/authority-templates/new" roles={roles} t={t} />
      )}
    </>
  );
});
