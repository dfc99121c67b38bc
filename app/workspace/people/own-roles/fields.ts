import { z } from 'zod';
import type { Translate } from '@/lib/core/language/texts';
import { userIdSchema } from '@/lib/sign-in/account/user-id';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';

export const otherIdSchema = z.object({ userId: userIdSchema, password: passwordSchema });

/** The first fields of signing in to another of the user's ids. */
export const otherIdFields = (t: Translate): FieldSpec[] =>
  constrained(otherIdSchema, [
    { name: 'userId', label: t('own.link.user.id'), kind: 'text', autoComplete: 'off' },
    { name: 'password', label: t('own.link.password'), kind: 'password', autoComplete: 'off' }
  ]);

/** The mailed code, or the response to the challenge question. */
export const secretSchema = z.object({ secret: z.string('required').trim().min(1, 'required').max(60, 'too.long') });

/** The code that was mailed to the other user id. */
export const codeFields = (t: Translate): FieldSpec[] =>
  constrained(secretSchema, [
    { name: 'secret', label: t('otp.label'), kind: 'text', maxLength: 6, autoComplete: 'one-time-code' }
  ]);

/** The response to the other user id's challenge question. */
export const responseFields = (question: string): FieldSpec[] =>
  constrained(secretSchema, [{ name: 'secret', label: question, kind: 'text', autoComplete: 'off' }]);
