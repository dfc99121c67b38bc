import { z } from 'zod';
import type { Translate } from '@/lib/core/language/texts';
import { newUserIdSchema } from '@/lib/directory/people/new-user-id';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

export const userIdSchema = z.object({ userId: newUserIdSchema, password: passwordSchema });

/** The fields of another user id, and of the password that confirms it. */
export const userIdFields = (t: Translate): FieldSpec[] =>
  constrained(userIdSchema, [
    {
      name: 'userId',
      label: t('user.id.new'),
      kind: 'text',
      hint: t('user.id.rule'),
      autoComplete: 'username'
    },
    { name: 'password', label: t('profile.question.password'), kind: 'password', autoComplete: 'current-password' }
  ]);
