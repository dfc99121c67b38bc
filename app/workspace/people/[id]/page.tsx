import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { needsPassword } from '@/lib/directory/people/change-status';
import { maintenanceFault, PARTLY_OUT_OF_SCOPE } from '@/lib/directory/people/maintenance';
import { findUser, fullName } from '@/lib/directory/people/user-record';
import { remember } from '@/lib/kit/search/recent-items';
import { idOf } from '../../addresses';
import { signedIn, signedInFor } from '../../signed-in';
import { Badge } from '../../ui/badge';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { STATUS_TONES } from '../words';
import { History } from './history';
import { Information } from './information';
import { LinkedIds } from './linked-ids';
import { Roles } from './roles';
import { Sessions } from './sessions';
import { UserActions } from './user-actions';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.summary')} – ${brand.appName}` };
}

const DONE = [
  'access.ended',
  'activated',
  'changed',
  'created',
  'deactivated',
  'id.changed',
  'linked',
  'locked',
  'merged',
  'password.sent',
  'role.added',
  'role.last.day',
  'role.primary',
  'role.removed',
  'sessions.ended',
  'unlinked',
  'unlocked'
] as const;

/** User information and summary (C2.008). */
export default workspacePage(async function UserPage({ params, searchParams }: Props) {
  const page = await signedInFor('users', 'view');
  const { principal, t } = page;
  const user = await findUser(principal, idOf((await params).id));
  if (!user) notFound();
  const query = await searchParams;
  const fault = user.deletedAt ? { code: 'user.deleted' } : maintenanceFault(principal, user);
  if (!user.deletedAt) await remember(principal, { kind: 'user', issuerId: user.issuerId, id: user.id });
  const canMaintainPart = !user.deletedAt && maintenanceFault(principal, user, { partly: true }) === null;
  const section = { page, user, canMaintain: fault === null, canMaintainPart };
  return (
    <>
      <PageHead
        title={fullName(user)}
        trail={[{ href: '/workspace/people', label: t('users.title') }]}
        detail={
          <>
            <Badge tone={user.deletedAt ? 'neutral' : STATUS_TONES[user.status]}>
              {t(user.deletedAt ? 'user.status.deleted' : `user.status.${user.status}`)}
            </Badge>
            <span>{user.userId}</span>
            <span>{t(`role.${user.role}`)}</span>
          </>
        }
        actions={!user.deletedAt && <UserActions {...section} />}
      />
      <DoneNotice query={query} texts={Object.fromEntries(DONE.map((done) => [done, t(`user.done.${done}`)]))} />
      {fault && (
        <Notice kind="hint">
          {t(
            user.deletedAt
              ? 'user.deleted.notice'
              : user.isOneself
                ? 'user.oneself.notice'
                : principal.role === 'Z'
                  ? 'read.only.system.administrator'
                  : fault === PARTLY_OUT_OF_SCOPE
                    ? 'user.read.only.partly'
                    : may(principal, 'users', 'modify')
                      ? 'user.read.only.above'
                      : 'user.read.only'
          )}
        </Notice>
      )}
      {fault === null && needsPassword(user) && <Notice kind="hint">{t('user.temporary.password.expired')}</Notice>}
      <Information {...section} />
      <Roles {...section} />
      <LinkedIds {...section} />
      {!user.deletedAt && <Sessions {...section} />}
      <History {...section} />
    </>
  );
});
