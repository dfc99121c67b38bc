import type { Metadata } from 'next';
import { pageAsked } from '@/app/sdportal/answer-form';
import { faultText } from '@/app/sdportal/form-state';
import { formTexts, requiredTexts, revealTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { passwordTexts } from '@/app/sdportal/password-texts';
import { personalPage } from '@/app/sdportal/personal-page';
import { PROFILE } from '@/app/sdportal/portal-link';
import { queryOf } from '@/lib/brand/brands/audience';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { PASSWORD_MIN } from '@/lib/sign-in/password/password-rules';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { MUST_CHANGE_CODE } from '@/lib/sign-in/steps/sign-in-steps';
import { codeIn, faultOfCode } from './change-faults';
import { ChangePasswordForm } from './change-password-form';
import { CHANGE_LABELS } from './labels';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('change.password.title')} – ${brand.appName}` };
}

/** The page where a person changes their password (P2.041 to P2.045). */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { t, link } = page;
  const request = await pageAsked();
  const query = queryOf(request);
  const code = codeIn(query);
  const fault = faultOfCode(code);
  // `dest=MyProfile` (P2.045); other values are ignored.
  const toProfile = query?.get('dest') === 'MyProfile';
  return (
    <ChangePasswordForm
      must={code === MUST_CHANGE_CODE}
      fault={fault ? { field: fault.field, message: faultText(page, fault) } : null}
      cancelTo={toProfile ? PROFILE : link('logout-component')}
      signIn={link('login-signin-component')}
      logout={link('logout-component')}
      texts={{
        title: t('change.password.title'),
        must: t('change.password.must'),
        form: formTexts(page, 'busy.saving'),
        required: requiredTexts(page, CHANGE_LABELS),
        old: t(CHANGE_LABELS.old),
        reveal: revealTexts(page, CHANGE_LABELS.old),
        password: passwordTexts(page, { minimum: await minimumOf(request) }),
        submit: t('submit.button'),
        cancel: t('cancel.button'),
        changed: t('password.changed'),
        toSignIn: t('ng.return.to.login.screen')
      }}
    />
  );
});

const mayChange = actorAt('full', 'change_password');

/** The minimum length of this user's password; the default minimum if nobody is signed in. */
async function minimumOf(request: Request): Promise<number> {
  const actor = await mayChange(request);
  return actor ? (await accountOf(actor)).passwordMinimum : PASSWORD_MIN;
}
