import { z } from 'zod';
import { answerSchema, QUESTIONS, setQuestion } from '@/lib/identity/security-questions';
import { passwordSchema } from '@/lib/identity/sign-in';
import { faultOf } from '../../../sdportal/form-state';
import { profileForm } from '../profile-form';

const schema = z.object({
  questionId: z.enum(QUESTIONS, 'invalid.entry'),
  answer: answerSchema,
  password: passwordSchema
});

/** Chooses the security question and its answer, confirmed by the password. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = profileForm(
  schema,
  async (actor, question, { origin, ...place }) => {
    const set = await setQuestion(actor, question, place, origin);
    return set.ok ? { changed: 'question' } : { faults: [faultOf(set.refusal)] };
  }
);
