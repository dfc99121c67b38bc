import { config } from '@/lib/core/config';
import { languageTag, localeName } from '@/lib/core/locales';
import { type ErrorItem, ErrorSummary } from '../error-summary';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';

/** What a try to sign in without JavaScript came to. `null`: the page as first seen. */
export type SignInState =
  | null
  | { error: 'required'; fields: ('userId' | 'password')[] }
  | { error: 'failed' | 'system' | 'expired' }
  | { error: 'busy'; seconds: number }
  | { error: 'too_many'; minutes: number };

const LABELS = { userId: 'user.id.label', password: 'password.label' } as const;

/** The brand's sign-in label and the app's name: heading and page title alike (P2.016, P2.017). */
export function signInHeading({ brand, t }: PageContext): string {
  const label = brand.signInToLabel ?? t('sign.in.to');
  // A full-width colon brings its own space.
  return `${label}${label.endsWith('：') ? '' : ' '}${brand.appName}`;
}

/** Header and entries of the error summary for a state (P8.001, P8.002, P8.023). */
function summaryOf({ t }: PageContext, state: NonNullable<SignInState>): { header: string; items: ErrorItem[] } {
  switch (state.error) {
    case 'required':
      return {
        header: t('error.count', { count: state.fields.length }),
        items: state.fields.map((name) => ({
          target: name,
          description: t('required.field', { field: t(LABELS[name]) })
        }))
      };
    case 'failed':
      return { header: t('login.failed.header'), items: [{ target: 'userId', description: t('login.failed') }] };
    case 'expired':
      return {
        header: t('error.count', { count: 1 }),
        items: [{ target: 'userId', description: t('sign.in.expired') }]
      };
    case 'system':
      return { header: t('error.system.header'), items: [{ description: t('error.system.message') }] };
    case 'busy':
      return {
        header: t('error.system.header'),
        items: [{ description: t('sign.in.busy', { seconds: state.seconds }) }]
      };
    case 'too_many':
      return {
        header: t('login.failed.header'),
        items: [{ description: t('too.many.requests', { minutes: state.minutes }) }]
      };
  }
}

function Field({ page, name, state }: { page: PageContext; name: 'userId' | 'password'; state: SignInState }) {
  const { t } = page;
  const label = t(LABELS[name]);
  const invalid = state?.error === 'required' && state.fields.includes(name);
  const attributes = {
    id: name,
    name,
    required: true,
    'aria-describedby': `${name}-error`,
    'aria-invalid': invalid || undefined,
    autoCapitalize: 'none',
    spellCheck: false
  };
  return (
    <div className="field" data-field={name} data-required={t('required.field', { field: label })}>
      <label htmlFor={name}>{label}</label>
      {name === 'userId' ? (
        <input {...attributes} type="text" maxLength={80} autoComplete="username" />
      ) : (
        <div className="password">
          <input {...attributes} type="password" maxLength={1024} autoComplete="current-password" />
          <button type="button" className="reveal" hidden aria-controls={name} aria-label={t('password.show')}>
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
              <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
              <circle cx="12" cy="12" r="3" />
              <path className="slash" d="M4 4l16 16" />
            </svg>
          </button>
        </div>
      )}
      <p className="field-error" id={`${name}-error`}>
        {invalid && t('required.field', { field: label })}
      </p>
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

function SignIn({ page, state }: { page: PageContext; state: SignInState }) {
  const { t, link } = page;
  return (
    <div className="card">
      <h1>{signInHeading(page)}</h1>
      <div id="errors">{state && <ErrorSummary {...summaryOf(page, state)} />}</div>
      <form id="sign-in" method="post" action={link('login-signin-component')} noValidate>
        <Field page={page} name="userId" state={state} />
        <Field page={page} name="password" state={state} />
        <p className="visually-hidden" id="announcement" aria-live="polite" />
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

/** The sign-in page of a brand (portal sections 2 and 4). */
export const signInView: PortalView<SignInState> = {
  component: 'login-signin-component',
  title: signInHeading,
  render: (page, state) => <SignIn page={page} state={state} />,
  scriptData: ({ brand, t }) => ({
    page: 'sign-in',
    brand: brand.name,
    forceRefreshMillis: config().FORCE_REFRESH_MILLIS,
    uiLogging: config().UI_LOGGING,
    texts: {
      oneProblem: t('error.count', { count: 1 }),
      twoProblems: t('error.count', { count: 2 }),
      failedHeader: t('login.failed.header'),
      failed: t('login.failed'),
      systemHeader: t('error.system.header'),
      system: t('error.system.message'),
      progress: t('sign.in.progress'),
      show: t('password.show'),
      hide: t('password.hide'),
      shown: t('password.shown'),
      hidden: t('password.hidden')
    }
  })
};
