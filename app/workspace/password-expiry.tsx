import { languageTag } from '@/lib/core/language/locales';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { expiresSoon } from '@/lib/sign-in/password/password-expiry';
import { portalLink } from '../sdportal/portal-link';
import { signedIn } from './signed-in';

/** Warns in the last days of a password when it expires, with a link to change it (CD.2). */
export async function PasswordExpiry() {
  const { actor, account, brand, locale, t } = await signedIn();
  const expiresAt = expiresSoon(await accountOf(actor));
  if (!expiresAt) return null;
  const { timeZone } = account;
  const date = new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone }).format(expiresAt);
  const link = portalLink({ brand, ownHost: false });
  return (
    <p className="notice">
      <span>
        {t('home.password.expires', { date })}{' '}
        <a href={`${link('change-password-component')}&dest=MyProfile`}>{t('profile.password.change')}</a>
      </span>
    </p>
  );
}
