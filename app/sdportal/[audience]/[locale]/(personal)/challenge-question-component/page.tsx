import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageAsked } from '@/app/sdportal/answer-form';
import { formTexts, requiredTexts, revealTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { questionText } from '@/app/sdportal/question-text';
import { askedQuestionOf } from '@/lib/sign-in/challenge/challenge-questions';
import { RECOGNIZED_DAYS } from '@/lib/sign-in/session/recognized-browsers';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { ChallengeForm } from './challenge-form';
import { CHALLENGE_LABELS } from './labels';

interface Props {
  params: Promise<PageParams>;
}

const atThisStep = actorAt('challenge');

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('challenge.title')} – ${brand.appName}` };
}

/**
 * Asks the challenge question of dual authentication after the password (C1.011). It is available only at that step.
 */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { t, link } = page;
  const actor = await atThisStep(await pageAsked());
  const question = actor && (await askedQuestionOf(actor));
  if (!question) redirect(link('login-signin-component'));
  return (
    <div className="card">
      <h1>{t('challenge.title')}</h1>
      <p>{t('challenge.intro')}</p>
      <ChallengeForm
        question={questionText(t, question)}
        logout={link('logout-component')}
        texts={{
          form: formTexts(page, 'busy.checking'),
          required: requiredTexts(page, CHALLENGE_LABELS),
          response: t(CHALLENGE_LABELS.response),
          reveal: revealTexts(page, CHALLENGE_LABELS.response),
          recognize: t('challenge.recognize', { days: RECOGNIZED_DAYS }),
          submit: t('continue.button'),
          cancel: t('cancel.button')
        }}
      />
    </div>
  );
});
