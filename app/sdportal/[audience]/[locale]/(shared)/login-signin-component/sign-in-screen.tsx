import { formTexts, requiredTexts, revealTexts } from '@/app/sdportal/form-texts';
import type { PageContext } from '@/app/sdportal/page-context';
import { signInHeading } from '@/app/sdportal/sign-in-heading';
import { config } from '@/lib/core/server/config';
import { takesApplications } from '@/lib/directory/registration/apply';
import { SIGN_IN_LABELS } from './labels';
import { LanguageSelector } from './language-selector';
import { SignInForm } from './sign-in-form';

interface Props {
  page: PageContext;
  /** The brand accepts passkeys on the requested host name. */
  passkeys: boolean;
}

/** The content of a brand's sign-in page, shared with its preview in the brand studio (portal sections 2 and 4). */
export function SignInScreen({ page, passkeys }: Props) {
  const { brand, t, link } = page;
  return (
    <div className="card">
      <h1>{signInHeading(page)}</h1>
      <SignInForm
        brand={brand.name}
        uiLogging={config().UI_LOGGING}
        forceRefreshMillis={config().FORCE_REFRESH_MILLIS}
        forgotPassword={link('forgot-password-component')}
        texts={{
          form: formTexts(page, 'sign.in.progress'),
          required: requiredTexts(page, SIGN_IN_LABELS),
          userId: t(SIGN_IN_LABELS.userId),
          password: t(SIGN_IN_LABELS.password),
          reveal: revealTexts(page, SIGN_IN_LABELS.password),
          signIn: t('sign.in.button'),
          passkey: passkeys && {
            label: t('passkey.sign.in'),
            failed: t('passkey.failed'),
            failedHeader: t('login.failed.header')
          },
          forgotPassword: t('forgot.password.link')
        }}
      />
      <div className="more">
        <RegistrationLinks page={page} />
        <LanguageSelector page={page} />
      </div>
    </div>
  );
}

function RegistrationLinks({ page }: { page: PageContext }) {
  const { brand, t, link } = page;
  return (
    <nav className="links" aria-labelledby="registration-heading">
      <h2 id="registration-heading">{t('registration.heading')}</h2>
      <ul>
        <li>
          <a href={link('cardholder-registration-component')}>{t('cardholder.registration.link')}</a>
        </li>
        {takesApplications(brand, 'company') && (
          <li>
            <a href={link('company-registration-component')}>{t('company.registration.link')}</a>
          </li>
        )}
        {takesApplications(brand, 'account_application') && (
          <li>
            <a href={link('account-application-component')}>{t('account.application.link')}</a>
          </li>
        )}
      </ul>
    </nav>
  );
}
