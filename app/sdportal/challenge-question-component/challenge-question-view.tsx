import type { ChallengeQuestion } from '@/lib/identity/challenge-questions';
import { RECOGNIZED_DAYS } from '@/lib/identity/recognized-browsers';
import type { PlainFormData } from '../enhance/pages/plain-form';
import { Errors } from '../error-summary';
import { Announcement, SecretField } from '../field';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';
import { questionText } from '../question-text';

export interface ChallengeQuestionState extends FormState {
  question?: ChallengeQuestion;
  /** The person asked for the browser to be recognized, and the response was wrong. */
  recognize?: boolean;
}

export const CHALLENGE_LABELS = { response: 'answer.label' };

function Challenge({ page, state }: { page: PageContext; state: ChallengeQuestionState }) {
  const { t, link } = page;
  return (
    <div className="card">
      <h1>{t('challenge.title')}</h1>
      <p>{t('challenge.intro')}</p>
      <Errors page={page} state={state} />
      <form id="challenge" method="post" action={link('challenge-question-component')} noValidate>
        <p className="question" id="question-text">
          {state.question && questionText(t, state.question)}
        </p>
        <SecretField
          page={page}
          state={state}
          name="response"
          label={CHALLENGE_LABELS.response}
          describedBy="question-text"
          maxLength={60}
          autoComplete="off"
        />
        <div className="choice">
          <input type="checkbox" id="recognize" name="recognize" value="yes" defaultChecked={state.recognize} />
          <label htmlFor="recognize">{t('challenge.recognize', { days: RECOGNIZED_DAYS })}</label>
        </div>
        <Announcement />
        <div className="buttons">
          <button type="submit" className="primary">
            {t('continue.button')}
          </button>
          <a className="secondary" href={link('logout-component')}>
            {t('cancel.button')}
          </a>
        </div>
      </form>
    </div>
  );
}

/** The challenge question of dual authentication, after the password (C1.011). */
export const challengeQuestionView: PortalView<ChallengeQuestionState> = {
  component: 'challenge-question-component',
  title: ({ brand, t }) => `${t('challenge.title')} – ${brand.appName}`,
  render: (page, state) => <Challenge page={page} state={state} />,
  script: 'plain-form',
  scriptData: ({ link }): PlainFormData => ({ logout: link('logout-component') })
};
