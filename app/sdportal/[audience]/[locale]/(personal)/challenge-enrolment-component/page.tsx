import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageAsked } from '@/app/sdportal/answer-form';
import { ENROLMENT_PLACES, QUESTION_LABELS } from '@/app/sdportal/challenge-enrolment';
import { formTexts, secretTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { questionText } from '@/app/sdportal/question-text';
import { questionsOffered } from '@/lib/sign-in/challenge/challenge-questions';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { EnrolmentForm } from './enrolment-form';

interface Props {
  params: Promise<PageParams>;
}

const atThisStep = actorAt('enrol_challenge');

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('challenge.enrolment.title')} – ${brand.appName}` };
}

/**
 * The page on which a user enrols challenge questions at the first sign-in under dual authentication (C2.033). It is
 * available only at that step.
 */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { t, link } = page;
  const actor = await atThisStep(await pageAsked());
  if (!actor) redirect(link('login-signin-component'));
  const questions = await questionsOffered(actor.issuerId);
  return (
    <div className="card">
      <h1>{t('challenge.enrolment.title')}</h1>
      <p>{t('challenge.enrolment.intro')}</p>
      <p id="challenge-rule">{t('challenge.response.rule')}</p>
      <EnrolmentForm
        questions={questions.map((question) => ({ value: question.id, text: questionText(t, question) }))}
        logout={link('logout-component')}
        texts={{
          form: formTexts(page, 'busy.saving'),
          numbers: ENROLMENT_PLACES.map((at) => t('challenge.question.number', { number: at + 1 })),
          choose: t(QUESTION_LABELS.questionId),
          response: secretTexts(page, QUESTION_LABELS.response),
          confirmation: secretTexts(page, QUESTION_LABELS.confirmation),
          save: t('save.button'),
          cancel: t('cancel.button')
        }}
      />
    </div>
  );
});
