import { userSessions } from '@/lib/directory/people/user-sessions';
import { Confirm } from '../../ui/confirm';
import { endSessions } from './actions';
import type { Section } from './section';

/** The sessions of a user. */
export async function Sessions({ page: { t, principal, format }, user, canMaintain }: Section) {
  const sessions = await userSessions(principal, user);
  return (
    <section className="panel" aria-labelledby="sessions-heading">
      <div className="panel-head">
        <h2 id="sessions-heading">{t('user.sessions')}</h2>
        {canMaintain && sessions.length > 1 && (
          <Confirm
            label={t('user.sessions.end.all')}
            question={t('user.sessions.end.all.question')}
            confirmLabel={t('user.sessions.end.all')}
            action={endSessions}
            hidden={{ id: user.id }}
          />
        )}
      </div>
      {sessions.length === 0 && <p className="muted">{t('user.sessions.none')}</p>}
      <ul className="records">
        {sessions.map(({ id, browser, system, createdAt, lastSeenAt }) => (
          <li key={id}>
            <div>
              <h3>{[browser, system].filter(Boolean).join(' · ') || t('user.session.unknown')}</h3>
              <p className="muted">
                {t('user.session.times', { since: format.dateTime(createdAt), last: format.dateTime(lastSeenAt) })}
              </p>
            </div>
            {canMaintain && (
              <Confirm
                label={t('user.session.end')}
                question={t('user.session.end.question')}
                confirmLabel={t('user.session.end')}
                action={endSessions}
                hidden={{ id: user.id, session: id }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
