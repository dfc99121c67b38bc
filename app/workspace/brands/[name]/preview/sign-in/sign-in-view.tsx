import { languageTag, localeName } from '@/lib/core/locales';
import { SecretField, TextField } from '../../../../../sdportal/field';
import type { PageContext } from '../../../../../sdportal/page-context';
import { signInHeading } from '../../../../../sdportal/sign-in-heading';

const SIGN_IN_LABELS = { userId: 'user.id.label', password: 'password.label' } as const;

function RegistrationLinks({ page }: { page: PageContext }) {
  const { brand, t, link } = page;
  return (
    <nav className="links" aria-labelledby="registration-heading">
      <h2 id="registration-heading">{t('registration.heading')}</h2>
      <ul>
        <li>
          <a href={link('cardholder-registration-component')}>{t('cardholder.registration.link')}</a>
        </li>
        {brand.companySelfRegisterSupported && (
          <li>
            <a href={link('company-registration-component')}>{t('company.registration.link')}</a>
          </li>
        )}
        {brand.prospectiveAccountApplicationSupported && (
          <li>
            <a href={link('account-application-component')}>{t('account.application.link')}</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function LanguageSelector({ page }: { page: PageContext }) {
  const { brand, locale, t, link } = page;
  const [action = '', query] = link('login-signin-component').split('?');
  return (
    <form className="language" method="get" action={action}>
      {query && <input type="hidden" name="cobrandHost" value={brand.name} />}
      <label htmlFor="user_locale">{t('language.label')}</label>
      <select id="user_locale" name="user_locale" defaultValue={locale} autoComplete="off">
        {brand.locales.map((offered) => (
          <option key={offered} value={offered} lang={languageTag(offered)}>
            {localeName(offered)}
          </option>
        ))}
      </select>
      <button type="submit" className="secondary">
        {t('language.change')}
      </button>
    </form>
  );
}

/** The sign-in page as the brand studio shows it. */
export function SignIn({ page }: { page: PageContext }) {
  const { t, link } = page;
  const field = { page, state: {} };
  return (
    <div className="card">
      <h1>{signInHeading(page)}</h1>
      <form id="sign-in" method="post" action={link('login-signin-component')} noValidate>
        <TextField {...field} name="userId" label={SIGN_IN_LABELS.userId} maxLength={80} autoComplete="username" />
        <SecretField
          {...field}
          name="password"
          label={SIGN_IN_LABELS.password}
          maxLength={1024}
          autoComplete="current-password"
        />
        <button type="submit" className="primary">
          {t('sign.in.button')}
        </button>
        <a className="forgot" href={link('forgot-password-component')}>
          {t('forgot.password.link')}
        </a>
      </form>
      <RegistrationLinks page={page} />
      <LanguageSelector page={page} />
    </div>
  );
}
