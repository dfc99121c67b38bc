import { z } from 'zod';
import { userIdSchema } from '../account/user-id';
import { questionIdSchema } from '../challenge/security-questions';
import { passwordSchema } from '../password/password-schema';

/** A locale code; an unknown one falls back to the brand's own instead of refusing the request. */
const locale = z
  .string()
  .max(20, 'too.long')
  .optional()
  .meta({ description: 'The language of the mail; the page’s own where the brand does not offer it.' });

const securityQuestion = z.object(
  {
    questionId: questionIdSchema,
    questionText: z.string().max(500, 'too.long').optional(),
    questionResponse: z.string('required').trim().min(1, 'required').max(100, 'too.long')
  },
  'required'
);

/** The address of a code. */
export const sentSchema = z.strictObject({
  emailAddress: z.string().meta({ description: 'Masked, such as `r*****n@m*****`.' })
});
/** P7.008: the session identifies the user. */
export const ownPinSchema = z.object({ locale });
/** P3.004, PD.5. */
export const forgotPasswordSchema = z.object({ userId: userIdSchema, locale });
/** The older variant (P3.005, P7.012). */
export const forgotPasswordAnswerSchema = z.object({ userId: userIdSchema, locale, securityQuestion });
/** P3.013, PD.5. */
export const temporaryPasswordSchema = z.object({
  userId: userIdSchema,
  locale,
  cobrandName: z.string().max(60, 'too.long').optional(),
  securityQuestionSTO: securityQuestion
});
/** The user id alone, as JSON or as text, or with a locale (P3.012, P7.011). */
export const securityQuestionSchema = z.union(
  [userIdSchema.transform((userId) => ({ userId, locale: undefined })), z.object({ userId: userIdSchema, locale })],
  'required'
);
/** P3.002. */
export const changePasswordSchema = z.object({
  userId: userIdSchema,
  oldCredential: passwordSchema,
  newCredential: passwordSchema
});
/** P3.003. */
export const resetPasswordSchema = z.object({
  token: z.string('required').min(1, 'required').max(200, 'too.long'),
  userId: userIdSchema,
  credential: passwordSchema
});
/** P7.025: four digits, or the answer of `pending-pins`. */
export const newPinSchema = z.object({
  newPin: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(2_000, 'too.long')
    .meta({ description: 'Four digits that do not begin with 0, or the `pendingPin` of sealPin.' })
});
