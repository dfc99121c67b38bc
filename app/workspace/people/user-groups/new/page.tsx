import type { Metadata } from 'next';
import { signedIn, signedInFor } from '../../../signed-in';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { firstOwner, ownerField } from '../../owner-field';
import { addGroup } from '../actions';
import { userGroupFields } from '../fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.groups.new')} – ${brand.appName}` };
}

/** A new user group. */
export default workspacePage(async function NewUserGroupPage() {
  const { principal, t } = await signedInFor('user_groups', 'modify');
  return (
    <>
      <PageHead
        title={t('user.groups.new')}
        trail={[{ href: '/workspace/people/user-groups', label: t('user.groups.title') }]}
      />
      <div className="panel">
        <RecordForm
          action={addGroup}
          fields={[await ownerField(principal, t), ...userGroupFields(t)]}
          values={{ owner: await firstOwner(principal) }}
          submitLabel={t('form.save')}
          cancelHref="/workspace/people/user-groups"
        />
      </div>
    </>
  );
});
