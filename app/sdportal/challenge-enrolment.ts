import { z } from 'zod';
import type { TextKey } from '@/lib/core/language/text-key';
import { enrolmentSchema, QUESTIONS_ENROLLED } from '@/lib/sign-in/challenge/challenge-rules';

/** The indexes of the questions to enrol. */
export const ENROLMENT_PLACES = Array.from({ length: QUESTIONS_ENROLLED }, (_, at) => at);

/** Message keys of the labels of one question's fields, by field name without its index, as in `response-0`. */
export const QUESTION_LABELS = {
  questionId: 'profile.question.choose',
  response: 'answer.label',
  confirmation: 'challenge.confirmation.label'
} as const;

/** Message keys of the labels of all fields, by name. */
export const ENROLMENT_LABELS: Record<string, TextKey> = Object.fromEntries(
  ENROLMENT_PLACES.flatMap((at) => Object.entries(QUESTION_LABELS).map(([name, label]) => [`${name}-${at}`, label]))
);

/** Maps a refusal's field names, such as `0.response`, to the form's. */
export const ENROLMENT_FIELDS: Record<string, string> = Object.fromEntries(
  ENROLMENT_PLACES.flatMap((at) => Object.keys(QUESTION_LABELS).map((name) => [`${at}.${name}`, `${name}-${at}`]))
);

/** The questions chosen in a form, in their order. */
function entriesIn(fields: Record<string, unknown>): unknown[] {
  return ENROLMENT_PLACES.map((at) =>
    Object.fromEntries(Object.keys(QUESTION_LABELS).map((name) => [name, fields[`${name}-${at}`]]))
  );
}

/** The part of a form's body that enrols challenge questions; each fault uses the field's own name. */
export function enrolmentForm<Rest extends z.ZodRawShape>(rest: z.ZodObject<Rest>) {
  return z.record(z.string(), z.string().optional()).transform((fields, context) => {
    const [others, entries] = [rest.safeParse(fields), enrolmentSchema.safeParse(entriesIn(fields))];
    for (const { path, message } of entries.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [ENROLMENT_FIELDS[path.join('.')] ?? ''], message });
    for (const { path, message } of others.error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    return others.success && entries.success ? { ...others.data, entries: entries.data } : z.NEVER;
  });
}
