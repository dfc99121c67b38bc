import { z } from 'zod';
import type { Translate } from '@/lib/core/language/texts';
import type { ChallengeQuestion } from '@/lib/sign-in/challenge/challenge-questions';
import { responseSchema } from '@/lib/sign-in/challenge/challenge-rules';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { ENROLMENT_PLACES, enrolmentForm, QUESTION_LABELS } from '../../sdportal/challenge-enrolment';
import { questionText } from '../../sdportal/question-text';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

export const challengeSchema = enrolmentForm(z.object({ password: passwordSchema }));

/** The entries of `challengeSchema` by the names of their fields. */
const entries = z.object({
  password: passwordSchema,
  ...Object.fromEntries(
    ENROLMENT_PLACES.flatMap((at) => [
      [`questionId-${at}`, z.string()],
      [`response-${at}`, responseSchema],
      [`confirmation-${at}`, responseSchema]
    ])
  )
});

/** The fields of each question with its response, twice, and of the password that confirms them (C5.012). */
export function challengeFields(t: Translate, questions: readonly ChallengeQuestion[]): FieldSpec[] {
  const options = questions.map((question) => ({ value: question.id, label: questionText(t, question) }));
  return constrained(entries, [
    ...ENROLMENT_PLACES.flatMap((at): FieldSpec[] => {
      const common = { group: t('challenge.question.number', { number: at + 1 }) };
      const response = { ...common, kind: 'password', autoComplete: 'off' } as const;
      return [
        { ...common, name: `questionId-${at}`, label: t(QUESTION_LABELS.questionId), kind: 'select', options },
        { ...response, name: `response-${at}`, label: t(QUESTION_LABELS.response) },
        { ...response, name: `confirmation-${at}`, label: t(QUESTION_LABELS.confirmation) }
      ];
    }),
    {
      name: 'password',
      label: t('profile.question.password'),
      kind: 'password',
      autoComplete: 'current-password'
    }
  ]);
}
