import { z } from 'zod';
import { plainDate } from '../../core/entry/date-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';
import type { Reason, ReasonField } from './reasons';
import { DECISIONS } from './states';

const amount = z
  .string('required')
  .trim()
  .regex(/^\d{1,15}(\.\d{1,4})?$/, 'amount.invalid')
  .refine((typed) => Number(typed) > 0, 'amount.invalid');

const reason = plainText({ max: 1024, lines: true });

const formSchema = z.object({
  amount,
  explanation: reason,
  contactedOn: optional(plainDate()),
  merchantAnswer: optional(plainText({ max: 255 }))
});

/** The form of a dispute (C2.031), with the answers to the fields of its reason by their ids. */
export type DisputeEntry = z.infer<typeof formSchema> & {
  reasonId: string;
  answers: Readonly<Record<string, unknown>>;
};

/** The name of a reason's field in the form. */
export const answerName = (fieldId: string) => `answer-${fieldId}`;

const ANSWERS = {
  text: plainText({ max: 255 }),
  number: z
    .string('required')
    .trim()
    .regex(/^-?\d{1,15}(\.\d{1,4})?$/, 'number.invalid'),
  date: plainDate(),
  boolean: z.boolean().default(false)
} as const;

const answerSchema = ({ type, mandatory }: ReasonField): z.ZodType =>
  mandatory || type === 'boolean' ? ANSWERS[type] : optional(ANSWERS[type]);

/** The answers to a reason's fields, each under the name of its field. */
export const answersSchema = ({ fields }: Reason) =>
  z.object(Object.fromEntries(fields.map((field) => [answerName(field.id), answerSchema(field)])));

/** The form of a dispute for a reason, as the page sends it. */
export const disputeFormSchema = (chosen: Reason) =>
  formSchema
    .extend({ contactedOn: chosen.contact ? plainDate() : formSchema.shape.contactedOn })
    .extend(answersSchema(chosen).shape);

/** The entry from a parsed form. */
export function entryOf(chosen: Reason, parsed: Readonly<Record<string, unknown>>): DisputeEntry {
  const { amount, explanation, contactedOn, merchantAnswer } = parsed as z.infer<typeof formSchema>;
  const answers = Object.fromEntries(chosen.fields.map(({ id }) => [answerName(id), parsed[answerName(id)]]));
  return { reasonId: chosen.id, amount, explanation, contactedOn, merchantAnswer, answers };
}

/** The issuer's decision with its note, which the cardholder reads. */
export const decisionSchema = z.object({ event: z.enum(DECISIONS, 'required'), wonAmount: optional(amount), reason });

/** Why a dispute is withdrawn. */
export const withdrawalSchema = z.object({ reason });

/** A provisional credit that the issuer has given. */
export const creditSchema = z.object({ amount, creditedOn: plainDate() });
