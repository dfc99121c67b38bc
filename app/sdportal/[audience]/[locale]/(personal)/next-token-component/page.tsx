import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageAsked } from '@/app/sdportal/answer-form';
import { formTexts, requiredTexts, revealTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { type PageContext, pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import type { FormState } from '@/app/sdportal/ui/form-state';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { WRONG_NEXT_TOKEN_CODE } from '@/lib/sign-in/steps/sign-in-refusal';
import { NEXT_LABELS } from './labels';
import { NextTokenForm } from './next-token-form';

interface Props {
  params: Promise<PageParams>;
}

const atThisStep = actorAt('next_token');

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('next.token.title')} – ${brand.appName}` };
}

/** The message for the last attempt's `ec` (P8.017, P8.018). */
function stateOf({ url }: Request, { t }: PageContext): FormState {
  const code = new URL(url).searchParams.get('ec');
  if (!code) return {};
  if (code === String(WRONG_NEXT_TOKEN_CODE))
    return { faults: [{ field: 'password', message: t('invalid.passcode') }] };
  return { header: t('error.system.header'), faults: [{ message: t('error.system.message') }] };
}

/** Asks for the next passcode of a token; available only at that step (P4.030, P4.031, P6.006). */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { t, link } = page;
  const asked = await pageAsked();
  if (!(await atThisStep(asked))) redirect(link('logout-component'));
  return (
    <div className="card">
      <h1>{t('next.token.title')}</h1>
      <p id="next-token-message">{t('next.token.message')}</p>
      <NextTokenForm
        initial={stateOf(asked, page)}
        logout={link('logout-component')}
        texts={{
          form: formTexts(page, 'busy.checking'),
          required: requiredTexts(page, NEXT_LABELS),
          length: t('passcode.length'),
          password: t(NEXT_LABELS.password),
          reveal: revealTexts(page, NEXT_LABELS.password),
          submit: t('continue.button'),
          cancel: t('cancel.button')
        }}
      />
    </div>
  );
});
