import type { ChallengeQuestion } from '@/lib/sign-in/challenge/challenge-questions';
import { ENROLMENT_PLACES, QUESTION_LABELS } from '../../sdportal/challenge-enrolment';
import type { FormState } from '../../sdportal/form-state';
import type { PageContext } from '../../sdportal/page-context';
import { questionText } from '../../sdportal/question-text';
import { SelectField, TextField } from './field';
import { FIELD_LABELS } from './profile-faults';

interface Props {
  page: PageContext;
  state: FormState;
  userId: string;
  questions: readonly ChallengeQuestion[];
  /** Those enrolled now. */
  enrolled: readonly ChallengeQuestion[];
}

/** The challenge questions that dual authentication asks, and their maintenance (C2.033). */
export function Challenge({ page, state, userId, questions, enrolled }: Props) {
  const { t } = page;
  const open = state.faults?.some(({ field }) => field && (/-\d$/.test(field) || field === 'challengePassword'));
  return (
    <section className="panel" aria-labelledby="challenge-heading">
      <h2 id="challenge-heading">{t('challenge.enrolment.title')}</h2>
      <p>{t(enrolled.length > 0 ? 'profile.challenge.enrolled' : 'profile.challenge.none')}</p>
      {enrolled.length > 0 && (
        <ul>
          {enrolled.map((question) => (
            <li key={question.id}>{questionText(t, question)}</li>
          ))}
        </ul>
      )}
      <details open={open}>
        <summary>{t('profile.challenge.change')}</summary>
        <form className="fields" method="post" action="/workspace/profile/challenge" noValidate>
          <input type="text" autoComplete="username" defaultValue={userId} hidden readOnly />
          <p id="challenge-rule">{t('challenge.response.rule')}</p>
          <EnrolmentFields page={page} state={state} questions={questions} chosen={enrolled.map(({ id }) => id)} />
          <TextField
            page={page}
            state={state}
            type="password"
            name="challengePassword"
            label={FIELD_LABELS.challengePassword}
            maxLength={1024}
            autoComplete="current-password"
          />
          <button type="submit" className="primary">
            {t('save.button')}
          </button>
        </form>
      </details>
    </section>
  );
}

interface FieldsProps extends Pick<Props, 'page' | 'state' | 'questions'> {
  /** The chosen questions, by index. */
  chosen: readonly string[];
}

/** The questions to enrol, each with its response and the repeated response (C5.012). */
function EnrolmentFields({ page, state, questions, chosen }: FieldsProps) {
  const { t } = page;
  return ENROLMENT_PLACES.map((at) => (
    <fieldset key={at} className="question-set">
      <legend>{t('challenge.question.number', { number: at + 1 })}</legend>
      <SelectField
        page={page}
        state={state}
        name={`questionId-${at}`}
        label={QUESTION_LABELS.questionId}
        options={questions.map((question) => ({ value: question.id, text: questionText(t, question) }))}
        chosen={chosen[at] || questions[at]?.id}
      />
      {(['response', 'confirmation'] as const).map((part) => (
        <TextField
          key={part}
          type="password"
          page={page}
          state={state}
          name={`${part}-${at}`}
          label={QUESTION_LABELS[part]}
          describedBy="challenge-rule"
          maxLength={60}
          autoComplete="off"
        />
      ))}
    </fieldset>
  ));
}
