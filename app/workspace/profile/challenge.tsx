import type { Translate } from '@/lib/core/language/texts';
import { newId } from '@/lib/core/secrets/ids';
import type { ChallengeQuestion } from '@/lib/sign-in/challenge/challenge-questions';
import { ENROLMENT_PLACES } from '../../sdportal/challenge-enrolment';
import { questionText } from '../../sdportal/question-text';
import { Fresh } from '../ui/fresh';
import { RecordForm } from '../ui/record-form';
import { saveChallenge } from './actions';
import { challengeFields } from './challenge-fields';
import { OwnName } from './own-name';

interface Props {
  t: Translate;
  userId: string;
  questions: readonly ChallengeQuestion[];
  /** Those enrolled now. */
  enrolled: readonly ChallengeQuestion[];
}

/** The challenge questions that dual authentication asks, and their maintenance (C2.033). */
export function Challenge({ t, userId, questions, enrolled }: Props) {
  const chosen = ENROLMENT_PLACES.map((at) => [`questionId-${at}`, enrolled[at]?.id ?? questions[at]?.id]);
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
      <Fresh rendered={newId()}>
        <details>
          <summary>{t('profile.challenge.change')}</summary>
          <p>{t('challenge.response.rule')}</p>
          <RecordForm
            id="challenge"
            action={saveChallenge}
            fields={challengeFields(t, questions)}
            values={Object.fromEntries(chosen)}
            submitLabel={t('save.button')}
          >
            <OwnName userId={userId} />
          </RecordForm>
        </details>
      </Fresh>
    </section>
  );
}
