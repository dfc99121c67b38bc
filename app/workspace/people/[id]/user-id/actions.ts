'use server';

import { changeUserId } from '@/lib/directory/people/change-user-id';
import { formId } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { finish } from '../../finish';
import { userIdFields, userIdSchema } from './fields';

export async function renameUser(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('users', 'view');
  const id = formId(form);
  const fields = userIdFields(reader.t);
  const parsed = parseForm(reader, fields, userIdSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeUserId(principal, id, parsed.value.userId, origin),
    () => `/workspace/people/${id}?done=id.changed`,
    { form, fields }
  );
}
