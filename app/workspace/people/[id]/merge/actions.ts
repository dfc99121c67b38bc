'use server';

import { BELONGINGS } from '@/lib/composition/process/belongings';
import { refused } from '@/lib/core/entry/refusal';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { userNamed } from '@/lib/directory/people/user-record';
import { formId } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { finish } from '../../finish';
import { otherIdFields, otherIdSchema } from '../other-id-fields';

export async function mergeUser(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('users', 'view');
  const keptId = formId(form);
  const fields = otherIdFields(reader.t, 'user.merge.other', keptId);
  const parsed = parseForm(reader, fields, otherIdSchema, form);
  if (!parsed.ok) return parsed.state;
  const mergedId = await userNamed(principal, parsed.value.userId);
  return finish(
    async () =>
      mergedId
        ? mergeUsers(principal, { keptId, mergedId }, origin, BELONGINGS)
        : refused({ code: 'user.not.found', field: 'userId' }),
    () => `/workspace/people/${keptId}?done=merged`,
    { form, fields }
  );
}
