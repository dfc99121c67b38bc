import type { Metadata } from 'next';
import { formTexts, requiredTexts, revealTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { config } from '@/lib/core/server/config';
import { QUESTIONS } from '@/lib/sign-in/challenge/security-questions';
import { RESET_MINUTES } from '@/lib/sign-in/recovery/reset-tokens';
import { ForgotPasswordForms } from './forgot-password-forms';
import { FORGOT_LABELS } from './labels';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('forgot.password.title')} – ${brand.appName}` };
}

/** The forgotten-password page (portal sections 2 and 4). */
export default async function ForgotPasswordPage({ params }: Props) {
  const page = await pageContext(params);
  const { t, link } = page;
  return (
    <ForgotPasswordForms
      signIn={link('login-signin-component')}
      logout={link('logout-component')}
      development={config().TESSERA_MODE === 'development'}
      texts={{
        title: t('forgot.password.title'),
        intro: t('forgot.password.intro'),
        userIdForm: formTexts(page, 'busy.sending'),
        userId: t(FORGOT_LABELS.userId),
        required: requiredTexts(page, FORGOT_LABELS),
        questionTitle: t('security.question.title'),
        questionIntro: t('security.question.intro'),
        questions: Object.fromEntries(QUESTIONS.map((id) => [id, t(`security.question.${id}`)])),
        questionForm: formTexts(page, 'busy.checking'),
        answer: t(FORGOT_LABELS.questionResponse),
        reveal: revealTexts(page, FORGOT_LABELS.questionResponse),
        continue: t('continue.button'),
        cancel: t('cancel.button'),
        sentTitle: t('check.email.title'),
        sent: {
          'temporary-sent': t('temporary.password.sent.message', { minutes: RESET_MINUTES }),
          'link-sent': t('reset.link.sent.message', { minutes: RESET_MINUTES }),
          'token-link-sent': t('token.reset.link.sent.message', { minutes: RESET_MINUTES })
        },
        notReceived: t('email.not.received'),
        toSignIn: t('ng.return.to.login.screen')
      }}
    />
  );
}
