import type { ReactNode } from 'react';
import { config } from '@/lib/core/config';
import { keyFromData, type TextKey } from '@/lib/core/text-key';
import { RESET_MINUTES } from '@/lib/identity/reset-tokens';
import type { ForgotPasswordData } from '../enhance/pages/forgot-password';
import { Errors } from '../error-summary';
import { Announcement, SecretField, TextField } from '../field';
import { FormButtons } from '../form-card';
import type { FormState } from '../form-state';
import { formTexts, requiredTexts } from '../form-texts';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';

/** The screens of the page (P3.023). */
export type ForgotPasswordScreen = 'user-id' | 'question' | 'temporary-sent' | 'link-sent' | 'token-link-sent';

export interface ForgotPasswordState extends FormState {
  screen?: ForgotPasswordScreen;
  /** At the security question, without JavaScript: whose, and which. */
  userId?: string;
  questionId?: string;
}

export const FORGOT_LABELS = { userId: 'user.id.label', questionResponse: 'answer.label' } as const;

interface ScreenProps {
  name: ForgotPasswordScreen;
  state: ForgotPasswordState;
  title: string;
  children: ReactNode;
}

/** One of the page's screens; the script shows another without leaving the page. */
function Screen({ name, state, title, children }: ScreenProps) {
  return (
    <section data-screen={name} className="screen" hidden={(state.screen ?? 'user-id') !== name}>
      <h1>{title}</h1>
      {children}
    </section>
  );
}

function Sent({
  page,
  state,
  name,
  message
}: {
  page: PageContext;
  state: ForgotPasswordState;
  name: ForgotPasswordScreen;
  message: TextKey;
}) {
  const { t, link } = page;
  return (
    <Screen name={name} state={state} title={t('check.email.title')}>
      <p>{t(message, { minutes: RESET_MINUTES })}</p>
      <p>{t('email.not.received')}</p>
      <a className="primary" href={link('login-signin-component')}>
        {t('ng.return.to.login.screen')}
      </a>
    </Screen>
  );
}

function ForgotPassword({ page, state }: { page: PageContext; state: ForgotPasswordState }) {
  const { t, link } = page;
  const action = link('forgot-password-component');
  const field = { page, state };
  return (
    <div className="card">
      <Errors page={page} state={state} />
      <Announcement />
      <Screen name="user-id" state={state} title={t('forgot.password.title')}>
        <p id="forgot-intro">{t('forgot.password.intro')}</p>
        <form id="forgot-password" method="post" action={action} noValidate>
          <TextField
            {...field}
            name="userId"
            label={FORGOT_LABELS.userId}
            describedBy="forgot-intro"
            maxLength={80}
            autoComplete="username"
          />
          <FormButtons page={page} cancel="login-signin-component" />
        </form>
      </Screen>
      <Screen name="question" state={state} title={t('security.question.title')}>
        <p>{t('security.question.intro')}</p>
        <form id="security-question" method="post" action={action} noValidate>
          <input type="hidden" name="asked" value={state.userId ?? ''} />
          <input type="hidden" name="questionId" value={state.questionId ?? ''} />
          <p className="question" id="question-text">
            {state.questionId && t(keyFromData(`security.question.${state.questionId}`))}
          </p>
          <SecretField
            {...field}
            name="questionResponse"
            label={FORGOT_LABELS.questionResponse}
            describedBy="question-text"
            maxLength={100}
            autoComplete="off"
          />
          <FormButtons page={page} cancel="login-signin-component" />
        </form>
      </Screen>
      <Sent {...field} name="temporary-sent" message="temporary.password.sent.message" />
      <Sent {...field} name="link-sent" message="reset.link.sent.message" />
      <Sent {...field} name="token-link-sent" message="token.reset.link.sent.message" />
    </div>
  );
}

/** The forgotten-password page (portal sections 2 and 4). */
export const forgotPasswordView: PortalView<ForgotPasswordState> = {
  component: 'forgot-password-component',
  title: ({ brand, t }) => `${t('forgot.password.title')} – ${brand.appName}`,
  render: (page, state) => <ForgotPassword page={page} state={state} />,
  script: 'forgot-password',
  scriptData: (page): ForgotPasswordData => ({
    brand: page.brand.name,
    locale: page.locale,
    logout: page.link('logout-component'),
    passwordResetLink: page.brand.passwordResetLink,
    development: config().TESSERA_MODE === 'development',
    form: formTexts(page),
    required: requiredTexts(page, FORGOT_LABELS)
  })
};
