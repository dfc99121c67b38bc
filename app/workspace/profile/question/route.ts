import { z } from 'zod';
import { answerSchema, QUESTIONS, RESET_ANSWER_RULE, setQuestion } from '@/lib/sign-in/challenge/security-questions';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { faultOf } from '../../../sdportal/form-state';
import { profileForm } from '../profile-form';

const schema = z.object({
  questionId: z.enum(QUESTIONS, 'invalid.entry'),
  answer: answerSchema({ resetsPassword: false }),
  password: passwordSchema
});

/** Chooses the security question and its answer, confirmed by the password. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = profileForm(
  schema,
  async (actor, question, { origin, ...place }) => {
    // Without reset links, this answer alone protects against a new password.
    const strict = answerSchema({ resetsPassword: !place.brand.passwordResetLink }).safeParse(question.answer);
    if (!strict.success) return { faults: [{ field: 'answer', message: RESET_ANSWER_RULE }] };
    const set = await setQuestion(actor, question, place, origin);
    return set.ok ? { changed: 'question' } : { faults: [faultOf(set.refusal)] };
  }
);
