'use server';

import { changeUser } from '@/lib/people/change-user';
import { userChangeSchema } from '@/lib/people/schema';
import { formId } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { finish } from '../../finish';
import { personFields } from '../../person-fields';

export async function saveUser(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('users', 'view');
  const id = formId(form);
  const fields = personFields(reader.t, reader.locale);
  const parsed = parseForm(reader, fields, userChangeSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeUser(principal, id, parsed.value, origin),
    () => `/workspace/people/${id}?done=changed`,
    { form, fields }
  );
}
