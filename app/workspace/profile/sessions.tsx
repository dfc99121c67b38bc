import type { Translate } from '@/lib/core/language/texts';
import type { OwnSession } from '@/lib/sign-in/session/own-sessions';
import { ActionForm } from '../ui/action-form';
import { Badge } from '../ui/badge';
import { failureTexts } from '../ui/form-texts';
import { signOutDevice } from './actions';

interface Props {
  t: Translate;
  sessions: OwnSession[];
  time: (at: Date) => string;
}

/** The user's sessions; each other device can be signed out, or all of them. */
export function Sessions({ t, sessions, time }: Props) {
  const device = ({ browser, system }: OwnSession) =>
    browser && system
      ? t('profile.session.device', { browser, system })
      : (browser ?? system ?? t('profile.session.unknown'));
  return (
    <section className="panel" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">{t('profile.sessions')}</h2>
      <ActionForm action={signOutDevice} texts={failureTexts(t)}>
        <ul className="entries">
          {sessions.map((session) => (
            <li key={session.id} aria-current={session.current || undefined}>
              <div>
                <h3 id={`session-${session.id}`}>{device(session)}</h3>
                <p className="muted">{t('profile.session.since', { time: time(session.createdAt) })}</p>
                <p className="muted">{t('profile.session.seen', { time: time(session.lastSeenAt) })}</p>
              </div>
              {session.current ? (
                <Badge tone="good">{t('profile.session.current')}</Badge>
              ) : (
                <button type="submit" name="session" value={session.id} aria-describedby={`session-${session.id}`}>
                  {t('profile.session.end')}
                </button>
              )}
            </li>
          ))}
        </ul>
        {sessions.length > 2 && (
          <button type="submit" name="session" value="others">
            {t('profile.sessions.end')}
          </button>
        )}
      </ActionForm>
    </section>
  );
}
