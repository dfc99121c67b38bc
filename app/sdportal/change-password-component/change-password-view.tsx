import type { ChangePasswordData } from '../enhance/pages/change-password';
import { Errors } from '../error-summary';
import { Announcement, SecretField } from '../field';
import type { FormState } from '../form-state';
import { formTexts, requiredTexts } from '../form-texts';
import type { PageContext } from '../page-context';
import { PasswordChoice, passwordTexts } from '../password-choice';
import { PROFILE } from '../portal-link';
import type { PortalView } from '../portal-page';

export interface ChangePasswordState extends FormState {
  /** Reached because the password must be changed before anything else. */
  must?: boolean;
  /** `dest=MyProfile` (P2.045). */
  toProfile?: boolean;
  /** The least length of the person's password, where an issuer keeps another (CD.1). */
  minimum?: number;
}

export const CHANGE_LABELS = {
  old: 'current.password.label',
  new1: 'new.password.label',
  new2: 'confirm.password.label'
} as const;

function ChangePassword({ page, state }: { page: PageContext; state: ChangePasswordState }) {
  const { t, link } = page;
  const [action = '', query] = link('change-password-component').split('?');
  const parameters = new URLSearchParams(query);
  if (state.toProfile) parameters.set('dest', 'MyProfile');
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return (
    <div className="card">
      <h1>{t('change.password.title')}</h1>
      {state.must && <p className="notice">{t('change.password.must')}</p>}
      <Errors page={page} state={state} />
      <form id="change-password" method="post" action={`${action}${search}`} noValidate>
        <SecretField
          page={page}
          state={state}
          name="old"
          label={CHANGE_LABELS.old}
          maxLength={1024}
          autoComplete="current-password"
        />
        <PasswordChoice page={page} state={state} names={['new1', 'new2']} minimum={state.minimum} />
        <Announcement />
        <div className="buttons">
          <button type="submit" className="primary">
            {t('submit.button')}
          </button>
          <a className="secondary" id="cancel" href={state.toProfile ? PROFILE : link('logout-component')}>
            {t('cancel.button')}
          </a>
        </div>
      </form>
    </div>
  );
}

/** The authenticated change of password (portal sections 2 and 4). */
export const changePasswordView: PortalView<ChangePasswordState> = {
  component: 'change-password-component',
  title: ({ brand, t }) => `${t('change.password.title')} – ${brand.appName}`,
  render: (page, state) => <ChangePassword page={page} state={state} />,
  script: 'change-password',
  scriptData: (page, { toProfile = false, minimum }): ChangePasswordData => ({
    signIn: page.link('login-signin-component'),
    logout: page.link('logout-component'),
    profile: PROFILE,
    toProfile,
    form: formTexts(page),
    required: requiredTexts(page, CHANGE_LABELS),
    password: passwordTexts(page, minimum)
  })
};
