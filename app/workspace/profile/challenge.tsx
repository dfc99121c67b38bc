import type { TextKey } from '@/lib/core/text-key';
import type { ChallengeQuestion } from '@/lib/identity/challenge-questions';
import { EnrolmentFields } from '../../sdportal/challenge-enrolment-component/enrolment-fields';
import { TextField } from '../../sdportal/field';
import type { FormState } from '../../sdportal/form-state';
import type { PageContext } from '../../sdportal/page-context';
import { questionText } from '../../sdportal/question-text';
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
          <EnrolmentFields
            page={page}
            state={state}
            questions={questions}
            chosen={enrolled.map(({ id }) => id)}
            canReveal={false}
          />
          <TextField
            page={page}
            state={state}
            type="password"
            name="challengePassword"
            label={FIELD_LABELS.challengePassword as TextKey}
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
