import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageAsked } from '@/app/sdportal/answer-form';
import { formTexts, requiredTexts, revealTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { isLocale, languageTag, localeName } from '@/lib/core/language/locales';
import { newUserStep } from '@/lib/directory/people/set-up-sign-in';
import { maskedAddress } from '@/lib/sign-in/account/masked-address';
import { QUESTIONS, RESET_ANSWER_RULE } from '@/lib/sign-in/challenge/security-questions';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { NEW_USER_LABELS } from './labels';
import { NewUserForm } from './new-user-form';

interface Props {
  params: Promise<PageParams>;
}

const atThisStep = actorAt('new_user');

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('new.user.title')} – ${brand.appName}` };
}

/** The questions asked once, at the end of a user's first sign-in (C2.001). The page is available only at that step. */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const { brand, locale, t, link } = page;
  const actor = await atThisStep(await pageAsked());
  if (!actor) redirect(link('login-signin-component'));
  const { account, asksEmail, asksQuestion } = await newUserStep(actor);
  const own = account.locale ?? undefined;
  return (
    <div className="card">
      <h1>{t('new.user.title')}</h1>
      <p>{t('new.user.intro', { name: account.name })}</p>
      <NewUserForm
        languages={brand.locales.map((each) => ({ value: each, text: localeName(each), lang: languageTag(each) }))}
        chosen={isLocale(own) && brand.locales.includes(own) ? own : locale}
        asksEmail={asksEmail}
        questions={asksQuestion ? QUESTIONS.map((id) => ({ value: id, text: t(`security.question.${id}`) })) : []}
        logout={link('logout-component')}
        texts={{
          form: formTexts(page, 'busy.saving'),
          required: requiredTexts(page, NEW_USER_LABELS),
          language: t(NEW_USER_LABELS.locale),
          email: t(NEW_USER_LABELS.email),
          emailHint: t('new.user.email.hint'),
          emailKnown: account.email && t('new.user.email.known', { email: maskedAddress(account.email) }),
          questionTitle: t('security.question.title'),
          questionHint: t('new.user.question.hint'),
          question: t(NEW_USER_LABELS.questionId),
          answer: t(NEW_USER_LABELS.answer),
          answerRule: t(RESET_ANSWER_RULE),
          reveal: revealTexts(page, NEW_USER_LABELS.answer),
          submit: t('continue.button'),
          cancel: t('cancel.button')
        }}
      />
    </div>
  );
});
