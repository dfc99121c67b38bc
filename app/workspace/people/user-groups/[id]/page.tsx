import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { findUserGroup, groupMembers } from '@/lib/directory/people/templates/user-groups';
import { idOf } from '../../../addresses';
import { signedIn, signedInFor } from '../../../signed-in';
import { Confirm } from '../../../ui/confirm';
import { Facts } from '../../../ui/facts';
import { Link } from '../../../ui/link';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { ReadOnlyNotice } from '../../read-only-notice';
import { removeGroup, saveGroup } from '../actions';
import { userGroupFields } from '../fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.groups.one')} – ${brand.appName}` };
}

/** A user group and its members, editable with permission. */
export default workspacePage(async function UserGroupPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t } = await signedInFor('user_groups', 'view');
  const group = await findUserGroup(principal, idOf((await params).id));
  if (!group) notFound();
  const members = await groupMembers(principal, group);
  const canChange = may(principal, 'user_groups', 'modify');
  const { id, name, description, owner, version } = group;
  const people = members.map((member) => (
    <Link key={member.id} href={`/workspace/people/${member.id}`}>
      {`${member.name} (${member.userId})`}
    </Link>
  ));
  return (
    <>
      <PageHead
        title={name}
        trail={[{ href: '/workspace/people/user-groups', label: t('user.groups.title') }]}
        actions={
          canChange && (
            <Confirm
              label={t('template.delete')}
              question={t('template.delete.question', { name })}
              confirmLabel={t('template.delete')}
              action={removeGroup}
              hidden={{ id }}
            />
          )
        }
      />
      {!canChange && <ReadOnlyNotice principal={principal} t={t} />}
      <section className="panel" aria-label={name}>
        <Facts
          facts={[
            { label: t('template.owner'), value: owner },
            { label: t('user.group.members'), value: <span className="lines">{people}</span> }
          ]}
        />
        {canChange && (
          <RecordForm
            action={saveGroup}
            fields={userGroupFields(t, { ownerId: group.nodeId, members })}
            values={{ name, description, members: members.map(({ userId }) => userId) }}
            version={version}
            hidden={{ id }}
            submitLabel={t('form.save')}
            cancelHref="/workspace/people/user-groups"
          />
        )}
      </section>
    </>
  );
});
