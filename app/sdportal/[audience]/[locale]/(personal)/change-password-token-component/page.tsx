import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { tokenAsked } from '@/app/sdportal/answer-form';
import { formTexts, requiredTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { passwordTexts } from '@/app/sdportal/password-texts';
import { personalPage } from '@/app/sdportal/personal-page';
import { passwordMinimumBehind } from '@/lib/sign-in/recovery/recovery';
import { RESET_MINUTES } from '@/lib/sign-in/recovery/reset-tokens';
import { RESET_LABELS } from './labels';
import { ResetPasswordForm } from './reset-password-form';

interface Props {
  params: Promise<PageParams>;
}

/** The minimum length of the new password; null if the link is no longer valid. */
const minimumBehind = cache((token: string) => passwordMinimumBehind(token.slice(0, 200)));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  // The page repeats the check and shows the failure.
  const minimum = await minimumBehind(await tokenAsked()).catch(() => null);
  return { title: `${t(minimum === null ? 'expired.link.title' : 'reset.password.title')} – ${brand.appName}` };
}

/**
 * The page behind a reset link: it checks the token first (P2.048). Without a token, or with links switched off, it
 * redirects to the logged-out page (P4.018, P2.009).
 */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { brand, t, link } = page;
  const token = await tokenAsked();
  if (!token || !brand.passwordResetLink) redirect(link('logout-component'));
  const minimum = await minimumBehind(token);
  return (
    <ResetPasswordForm
      token={minimum === null ? null : token}
      brand={brand.name}
      signIn={link('login-signin-component')}
      forgotPassword={link('forgot-password-component')}
      logout={link('logout-component')}
      texts={{
        title: t('reset.password.title'),
        form: formTexts(page, 'busy.saving'),
        required: requiredTexts(page, RESET_LABELS),
        userId: t(RESET_LABELS.userId),
        password: passwordTexts(page, { minimum: minimum ?? undefined }),
        submit: t('submit.button'),
        cancel: t('cancel.button'),
        expiredTitle: t('expired.link.title'),
        expired: t('expired.link.message', { minutes: RESET_MINUTES }),
        requestLink: t('expired.link.request'),
        changed: t('password.changed'),
        tokenReset: t('token.reset.done'),
        firstPin: t('soft.token.first.pin', { pin: '{pin}' }),
        toSignIn: t('ng.return.to.login.screen')
      }}
    />
  );
});
