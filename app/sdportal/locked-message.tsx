import { SETTINGS } from '@/lib/access/settings/settings';
import type { TextKey } from '@/lib/core/language/text-key';
import type { LockReason } from '@/lib/sign-in/steps/lock-reasons';
import { FAILURES_BEFORE_LOCK } from '@/lib/sign-in/steps/lockout';
import type { PageContext } from './page-context';

type Cause = LockReason | 'attempts';

/** The texts of each lock: what happened, and how the lock ends (C8.037). */
const TEXTS: Record<Cause, readonly [happened: TextKey, advice: TextKey]> = {
  attempts: ['locked.message', 'locked.advice'],
  'dual-authentication': ['locked.dual.authentication', 'locked.dual.authentication.advice'],
  administrator: ['locked.administrator', 'locked.dual.authentication.advice'],
  'password-expired': ['locked.password.expired', 'locked.password.expired.advice'],
  'self-registration': ['locked.self.registration', 'locked.dual.authentication.advice']
};

/** The locks that a recovery releases (PD.10). */
const RECOVERABLE: readonly Cause[] = ['attempts', 'password-expired'];

/**
 * The message for a locked sign-in (P2.060). It states the default lock time: an issuer's own setting would reveal
 * which user ids exist (PD.2).
 */
export function Locked({ page: { t, link }, cause = 'attempts' }: { page: PageContext; cause?: Cause }) {
  const params = { count: FAILURES_BEFORE_LOCK, minutes: SETTINGS['lock.release.minutes'].default as number };
  return (
    <div className="card">
      <h1>{t('locked.title')}</h1>
      <p>{t('user.account.locked')}</p>
      {TEXTS[cause].map((text) => (
        <p key={text}>{t(text, params)}</p>
      ))}
      <div className="buttons">
        <a className="primary" href={link('login-signin-component')}>
          {t('ng.return.to.login.screen')}
        </a>
        {RECOVERABLE.includes(cause) && (
          <a className="secondary" href={link('forgot-password-component')}>
            {t('reset.password.title')}
          </a>
        )}
      </div>
    </div>
  );
}

/** The title of the page. */
export const lockedTitle = ({ brand, t }: PageContext) => `${t('locked.title')} – ${brand.appName}`;
