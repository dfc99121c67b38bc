import { may } from '@/lib/access/policy/principal';
import { STATUS_EVENTS } from '@/lib/directory/people/change-status';
import { reachOf } from '@/lib/directory/people/maintenance';
import { USER, userState } from '@/lib/directory/people/states';
import { fullName } from '@/lib/directory/people/user-record';
import { ActionForm } from '../../ui/action-form';
import type { RecordAction } from '../../ui/actions-menu';
import { failureTexts } from '../../ui/form-texts';
import { RecordActions } from '../../ui/record-actions';
import { viewAsUser } from '../access/actions';
import { changeUserStatus, removeUser, sendPassword } from './actions';
import type { Section } from './section';

/** The actions on a user: editing, the sign-in, and viewing as the user. */
export function UserActions({ page, user, canMaintain }: Section) {
  const { t, principal } = page;
  const canAccess =
    may(principal, 'access_as_user', 'run') &&
    !principal.accessor &&
    user.status === 'active' &&
    user.id !== principal.userId &&
    user.standings.every(({ role }) => reachOf(role) <= reachOf('C'));
  return (
    <RecordActions
      primary={canMaintain ? { label: t('user.edit'), href: `/workspace/people/${user.id}/edit` } : null}
      lead={
        canAccess && (
          <ActionForm action={viewAsUser} texts={failureTexts(t)} leaves>
            <button type="submit" name="user" value={user.id}>
              {t('access.as.user')}
            </button>
          </ActionForm>
        )
      }
      actions={canMaintain ? maintaining(page, user) : []}
    />
  );
}

/** What an administrator of the user can do, the most used first. */
function maintaining({ t, principal }: Section['page'], user: Section['user']): RecordAction[] {
  const address = `/workspace/people/${user.id}`;
  const params = { name: fullName(user) };
  const events = STATUS_EVENTS.filter((event) => USER.after(userState(user), event)).map(
    (event): RecordAction => ({
      id: event,
      label: t(`user.event.${event}`),
      confirm: {
        question: t(`user.event.${event}.question`, params),
        explanation: <p>{t(`user.event.${event}.explanation`)}</p>,
        confirmLabel: t(`user.event.${event}`),
        action: changeUserStatus,
        hidden: { id: user.id, event },
        danger: event === 'lock' || event === 'deactivate'
      }
    })
  );
  const password: RecordAction = {
    id: 'password',
    label: t('user.password.send'),
    confirm: {
      question: t('user.password.send.question', params),
      explanation: <p>{t('user.password.send.explanation', { email: user.email ?? '–' })}</p>,
      confirmLabel: t('user.password.send'),
      action: sendPassword,
      hidden: { id: user.id },
      danger: false
    }
  };
  const hasPassword = user.loginType === 'pwd' && user.status !== 'inactive';
  return [
    ...events,
    ...(principal.accessor
      ? []
      : [
          ...(hasPassword ? [password] : []),
          { id: 'security', label: t('sign.in.security.title'), href: `${address}/sign-in-security` },
          { id: 'user-id', label: t('user.id.change'), href: `${address}/user-id` }
        ]),
    ...(may(principal, 'multi_user', 'modify') && may(principal, 'peers', 'modify')
      ? [{ id: 'merge', label: t('user.merge'), href: `${address}/merge` }]
      : []),
    {
      id: 'delete',
      label: t('user.event.delete'),
      confirm: {
        question: t('user.event.delete.question', params),
        explanation: <p>{t('user.event.delete.explanation')}</p>,
        confirmLabel: t('user.event.delete'),
        action: removeUser,
        hidden: { id: user.id },
        danger: true
      }
    }
  ];
}
