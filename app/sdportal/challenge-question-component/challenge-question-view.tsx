import type { ChallengeQuestion } from '@/lib/identity/challenge-questions';
import { RECOGNIZED_DAYS } from '@/lib/identity/recognized-browsers';
import type { PlainFormData } from '../enhance/pages/plain-form';
import { SecretField } from '../field';
import { FormCard } from '../form-card';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';
import { questionText } from '../question-text';

export interface ChallengeQuestionState extends FormState {
  question?: ChallengeQuestion;
  /** The person asked for the browser to be recognized, and the response was wrong. */
  recognize?: boolean;
}

export const CHALLENGE_LABELS = { response: 'answer.label' } as const;

function Challenge({ page, state }: { page: PageContext; state: ChallengeQuestionState }) {
  const { t } = page;
  return (
    <FormCard
      page={page}
      state={state}
      id="challenge"
      component="challenge-question-component"
      title="challenge.title"
      intro={<p>{t('challenge.intro')}</p>}
      cancel="logout-component"
    >
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
    </FormCard>
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
