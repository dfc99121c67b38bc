import { RESET_MINUTES } from '@/lib/identity/reset-tokens';
import type { ResetPasswordData } from '../enhance/pages/reset-password';
import { TextField } from '../field';
import { FormCard } from '../form-card';
import type { FormState } from '../form-state';
import { formTexts, requiredTexts } from '../form-texts';
import { LinkExpired } from '../link-expired';
import type { PageContext } from '../page-context';
import { PasswordChoice, passwordTexts } from '../password-choice';
import type { PortalView } from '../portal-page';

export interface ResetPasswordState extends FormState {
  /** The token of an active link; without one the page shows that the link has expired. */
  token?: string;
  /** The least length of its owner's password, where an issuer keeps another (CD.1). */
  minimum?: number;
}

export const RESET_LABELS = {
  userId: 'user.id.label',
  credential: 'new.password.label',
  confirmation: 'confirm.password.label'
} as const;

function ResetPassword({ page, state }: { page: PageContext; state: ResetPasswordState }) {
  return (
    <FormCard
      page={page}
      state={state}
      id="reset-password"
      component="change-password-token-component"
      title="reset.password.title"
      submit="submit.button"
      cancel="login-signin-component"
    >
      <input type="hidden" name="token" value={state.token} />
      <TextField
        page={page}
        state={state}
        name="userId"
        label={RESET_LABELS.userId}
        maxLength={80}
        autoComplete="username"
      />
      <PasswordChoice page={page} state={state} names={['credential', 'confirmation']} minimum={state.minimum} />
    </FormCard>
  );
}

/** P2.052. */
const Expired = ({ page }: { page: PageContext }) => (
  <LinkExpired page={page} message="expired.link.message" minutes={RESET_MINUTES} again="forgot-password-component" />
);

/** The page a reset link leads to (portal sections 2 and 4). */
export const resetPasswordView: PortalView<ResetPasswordState> = {
  component: 'change-password-token-component',
  title: ({ brand, t }, { token }) => `${t(token ? 'reset.password.title' : 'expired.link.title')} – ${brand.appName}`,
  render: (page, state) => (state.token ? <ResetPassword page={page} state={state} /> : <Expired page={page} />),
  script: 'reset-password',
  scriptData: (page, { token, minimum }): ResetPasswordData => ({
    brand: page.brand.name,
    active: token !== undefined,
    signIn: page.link('login-signin-component'),
    expired: expiredAddress(page.link('change-password-token-component')),
    logout: page.link('logout-component'),
    form: formTexts(page),
    required: requiredTexts(page, RESET_LABELS),
    password: passwordTexts(page, minimum),
    firstPin: {
      title: page.t('new.pin.title'),
      text: page.t('soft.token.first.pin', { pin: '{pin}' }),
      wayOn: page.t('ng.return.to.login.screen')
    }
  })
};

/** The page as it shows a link that is no use any more. */
function expiredAddress(page: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}token=expired`;
}
