import { z } from 'zod';
import type { Translate } from '@/lib/core/language/texts';
import { newUserIdSchema } from '@/lib/directory/people/new-user-id';
import { constrained } from '../../../ui/constrained';
import type { FieldSpec } from '../../../ui/field-spec';

export const userIdSchema = z.object({ userId: newUserIdSchema });

/** The field of another user id for a user. */
export const userIdFields = (t: Translate): FieldSpec[] =>
  constrained(userIdSchema, [
    {
      name: 'userId',
      label: t('user.id.new'),
      kind: 'text',
      hint: t('user.id.rule'),
      autoComplete: 'off'
    }
  ]);
