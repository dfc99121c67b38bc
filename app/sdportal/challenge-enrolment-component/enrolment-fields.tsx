import type { TextKey } from '@/lib/core/text-key';
import type { ChallengeQuestion } from '@/lib/identity/challenge-questions';
import { QUESTIONS_ENROLLED } from '@/lib/identity/challenge-rules';
import { SecretField, SelectField, TextField } from '../field';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import { questionText } from '../question-text';

const PLACES = Array.from({ length: QUESTIONS_ENROLLED }, (_, at) => at);

/** Labels of the fields of one question, by what they are called after the place: `0.response`. */
const LABELS = {
  questionId: 'profile.question.choose',
  response: 'answer.label',
  confirmation: 'challenge.confirmation.label'
} as const;

/** Message keys of the labels of all fields, by name. */
export const ENROLMENT_LABELS: Record<string, TextKey> = Object.fromEntries(
  PLACES.flatMap((at) => Object.entries(LABELS).map(([name, label]) => [`${name}-${at}`, label]))
);

/** The fields of the form by what a refusal calls them: `0.response`. */
export const ENROLMENT_FIELDS: Record<string, string> = Object.fromEntries(
  PLACES.flatMap((at) => Object.keys(LABELS).map((name) => [`${at}.${name}`, `${name}-${at}`]))
);

/** The questions chosen in a form, in their order. */
export function entriesIn(fields: Record<string, unknown>): unknown[] {
  return PLACES.map((at) => Object.fromEntries(Object.keys(LABELS).map((name) => [name, fields[`${name}-${at}`]])));
}

/** Which question a field belongs to, as its set is called: errors of three sets alike are told apart by it. */
export const placeIn =
  ({ t }: Pick<PageContext, 't'>) =>
  (field: string) => {
    const [, at] = /-(\d)$/.exec(field) ?? [];
    return at && t('challenge.question.number', { number: Number(at) + 1 });
  };

interface Props {
  page: PageContext;
  state: FormState;
  questions: readonly ChallengeQuestion[];
  /** What is chosen already, by place. */
  chosen: readonly string[];
  /** The page has the script that shows and hides secrets. */
  canReveal: boolean;
}

/** As many questions as are enrolled, each with its response and the same again (C5.012). */
export function EnrolmentFields({ page, state, questions, chosen, canReveal }: Props) {
  const { t } = page;
  const Secret = canReveal ? SecretField : TextField;
  return PLACES.map((at) => {
    const name = `questionId-${at}`;
    return (
      <fieldset key={name} className="question-set">
        <legend>{t('challenge.question.number', { number: at + 1 })}</legend>
        <SelectField
          page={page}
          state={state}
          name={name}
          label={LABELS.questionId}
          options={questions.map((question) => ({ value: question.id, text: questionText(t, question) }))}
          chosen={chosen[at] || questions[at]?.id}
        />
        {(['response', 'confirmation'] as const).map((part) => (
          <Secret
            key={part}
            type="password"
            page={page}
            state={state}
            name={`${part}-${at}`}
            label={LABELS[part]}
            describedBy="challenge-rule"
            maxLength={60}
            autoComplete="off"
          />
        ))}
      </fieldset>
    );
  });
}
