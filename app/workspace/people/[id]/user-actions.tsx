import { may } from '@/lib/access/policy/principal';
import { needsPassword, STATUS_EVENTS } from '@/lib/directory/people/change-status';
import { reachOf } from '@/lib/directory/people/maintenance';
import { USER, userState } from '@/lib/directory/people/states';
import { fullName } from '@/lib/directory/people/user-record';
import { Confirm } from '../../ui/confirm';
import { Link } from '../../ui/link';
import { changeUserStatus, removeUser, sendPassword } from './actions';
import type { Section } from './section';

/** The actions on a user's sign-in, and viewing as the user. */
export function UserActions({ page: { t, principal }, user, canMaintain }: Section) {
  const events = STATUS_EVENTS.filter((event) => USER.after(userState(user), event));
  const params = { name: fullName(user) };
  const canAccess =
    may(principal, 'access_as_user', 'run') &&
    !principal.accessor &&
    user.status === 'active' &&
    user.id !== principal.userId &&
    user.standings.every(({ role }) => reachOf(role) <= reachOf('C'));
  const canMaintainSignIn = canMaintain && !principal.accessor;
  if (!canMaintain && !canAccess) return null;
  return (
    <section className="panel" aria-labelledby="actions-heading">
      <h2 id="actions-heading">{t('user.actions')}</h2>
      {canMaintain && needsPassword(user) && <p>{t('user.temporary.password.expired')}</p>}
      <div className="actions">
        {canAccess && (
          <form method="post" action="/workspace/people/access">
            <button type="submit" name="user" value={user.id}>
              {t('access.as.user')}
            </button>
          </form>
        )}
        {canMaintainSignIn && user.loginType === 'pwd' && user.status !== 'inactive' && (
          <Confirm
            label={t('user.password.send')}
            question={t('user.password.send.question', params)}
            explanation={<p>{t('user.password.send.explanation', { email: user.email ?? '–' })}</p>}
            confirmLabel={t('user.password.send')}
            action={sendPassword}
            hidden={{ id: user.id }}
            danger={false}
          />
        )}
        {canMaintain &&
          events.map((event) => (
            <Confirm
              key={event}
              label={t(`user.event.${event}`)}
              question={t(`user.event.${event}.question`, params)}
              explanation={<p>{t(`user.event.${event}.explanation`)}</p>}
              confirmLabel={t(`user.event.${event}`)}
              action={changeUserStatus}
              hidden={{ id: user.id, event }}
              danger={event === 'lock' || event === 'deactivate'}
            />
          ))}
        {canMaintainSignIn && (
          <>
            <Link className="button" href={`/workspace/people/${user.id}/sign-in-security`}>
              {t('sign.in.security.title')}
            </Link>
            <Link className="button" href={`/workspace/people/${user.id}/user-id`}>
              {t('user.id.change')}
            </Link>
          </>
        )}
        {canMaintain && (
          <>
            {may(principal, 'multi_user', 'modify') && may(principal, 'peers', 'modify') && (
              <Link className="button" href={`/workspace/people/${user.id}/merge`}>
                {t('user.merge')}
              </Link>
            )}
            <Confirm
              label={t('user.event.delete')}
              question={t('user.event.delete.question', params)}
              explanation={<p>{t('user.event.delete.explanation')}</p>}
              confirmLabel={t('user.event.delete')}
              action={removeUser}
              hidden={{ id: user.id }}
            />
          </>
        )}
      </div>
    </section>
  );
}
