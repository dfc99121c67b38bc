import { z } from 'zod';
import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import { userIdSchema } from '@/lib/sign-in/account/user-id';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';

export const otherIdSchema = z.object({ userId: userIdSchema });

/** The field of the pages that relate another user id to this one. */
export const otherIdFields = (t: Translate, label: TextKey, id: string): FieldSpec[] =>
  constrained(otherIdSchema, [
    {
      name: 'userId',
      label: t(label),
      kind: 'combobox',
      placeholder: t('form.type.name'),
      source: `/workspace/people/choices?other=${id}`
    }
  ]);
