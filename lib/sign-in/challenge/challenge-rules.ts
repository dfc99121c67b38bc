import { z } from 'zod';

/** The number of questions to enrol; a sign-in asks one of them. */
export const QUESTIONS_ENROLLED = 3;

/** C5.011: at least 4 characters, only letters, numbers and spaces, none more than twice in a row. */
export const responseSchema = z
  .string('required')
  .trim()
  .min(1, 'required')
  .min(4, 'challenge.response.rule')
  .max(60, 'too.long')
  .regex(/^[\p{L}\p{M}\p{N} ]+$/u, 'challenge.response.rule')
  .refine((response) => !/(.)\1\1/iu.test(response), 'challenge.response.rule');

/** Responses compare without case and with any number of spaces. */
export const comparableResponse = (response: string) =>
  response.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

const isSame = (one: string, other: string) => comparableResponse(one) === comparableResponse(other);

const entrySchema = z
  .object({
    questionId: z.string('required').regex(/^[a-z0-9.-]{1,60}$/, 'invalid.entry'),
    response: responseSchema,
    confirmation: z.string('required').trim().min(1, 'required')
  })
  // C5.012.
  .refine(({ response, confirmation }) => confirmation === '' || isSame(response, confirmation), {
    path: ['confirmation'],
    message: 'challenge.response.not.match'
  });

export type ChallengeEntry = z.output<typeof entrySchema>;

/** All the questions of an enrolment: no question and no response twice (C5.011). */
export const enrolmentSchema = z
  .array(entrySchema)
  .length(QUESTIONS_ENROLLED, 'invalid.entry')
  .superRefine((entries, context) => {
    const seen = { questionId: new Set<string>(), response: new Set<string>() };
    const faults = { questionId: 'challenge.question.twice', response: 'challenge.response.twice' };
    entries.forEach((entry, at) => {
      for (const field of ['questionId', 'response'] as const) {
        const value = comparableResponse(entry[field]);
        if (seen[field].has(value)) context.addIssue({ code: 'custom', path: [at, field], message: faults[field] });
        seen[field].add(value);
      }
    });
  });
