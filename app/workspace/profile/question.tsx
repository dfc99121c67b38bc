import { QUESTIONS, type QuestionId, RESET_ANSWER_RULE } from '@/lib/sign-in/challenge/security-questions';
import type { FormState } from '../../sdportal/form-state';
import type { PageContext } from '../../sdportal/page-context';
import { TextField } from './field';
import { FIELD_LABELS } from './profile-faults';

interface Props {
  page: PageContext;
  state: FormState;
  userId: string;
  /** The current question. */
  questionId: string | null;
  /** The answer replaces a forgotten password on this brand (C5.010). */
  resetsPassword: boolean;
}

/** The security question, which replaces a forgotten password on brands without reset links. */
export function Question({ page, state, userId, questionId, resetsPassword }: Props) {
  const { t } = page;
  const text = (id: string) => t(`security.question.${id as QuestionId}`);
  const field = { page, state };
  return (
    <section className="panel" aria-labelledby="question-heading">
      <h2 id="question-heading">{t('security.question.title')}</h2>
      <p>{questionId ? t('profile.question.set', { question: text(questionId) }) : t('profile.question.none')}</p>
      <form className="fields" method="post" action="/workspace/profile/question" noValidate>
        <input type="text" autoComplete="username" defaultValue={userId} hidden readOnly />
        <div className="field">
          <label htmlFor="questionId">{t('profile.question.choose')}</label>
          <select id="questionId" name="questionId" defaultValue={questionId ?? QUESTIONS[0]}>
            {QUESTIONS.map((id) => (
              <option key={id} value={id}>
                {text(id)}
              </option>
            ))}
          </select>
        </div>
        <TextField
          {...field}
          name="answer"
          label={FIELD_LABELS.answer}
          hint={resetsPassword ? RESET_ANSWER_RULE : 'profile.question.answer.rule'}
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          {...field}
          type="password"
          name="password"
          label={FIELD_LABELS.password}
          maxLength={1024}
          autoComplete="current-password"
        />
        <button type="submit" className="primary">
          {t('save.button')}
        </button>
      </form>
    </section>
  );
}
