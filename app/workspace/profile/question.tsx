import type { Brand } from '@/lib/brand/brands/directory';
import type { Translate } from '@/lib/core/language/texts';
import { newId } from '@/lib/core/secrets/ids';
import { QUESTIONS, type QuestionId } from '@/lib/sign-in/challenge/security-questions';
import { Fresh } from '../ui/fresh';
import { RecordForm } from '../ui/record-form';
import { saveQuestion } from './actions';
import { OwnName } from './own-name';
import { questionFields } from './question-fields';

interface Props {
  t: Translate;
  brand: Brand;
  userId: string;
  /** The current question. */
  questionId: string | null;
}

/** The security question, which replaces a forgotten password on brands without reset links. */
export function Question({ t, brand, userId, questionId }: Props) {
  return (
    <section className="panel" aria-labelledby="question-heading">
      <h2 id="question-heading">{t('security.question.title')}</h2>
      <p>
        {questionId
          ? t('profile.question.set', { question: t(`security.question.${questionId as QuestionId}`) })
          : t('profile.question.none')}
      </p>
      <Fresh rendered={newId()}>
        <details>
          <summary>{t('profile.question.change')}</summary>
          <RecordForm
            id="question"
            action={saveQuestion}
            fields={questionFields(t, brand)}
            values={{ questionId: questionId ?? QUESTIONS[0] }}
            submitLabel={t('save.button')}
          >
            <OwnName userId={userId} />
          </RecordForm>
        </details>
      </Fresh>
    </section>
  );
}
