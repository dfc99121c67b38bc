'use server';

import { addRole } from '@/lib/directory/people/add-role';
import { newRoleSchema, roleSchema } from '@/lib/directory/people/schema';
import { formId, textOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { finish } from '../../finish';
import { addedRoleFields } from '../../role-fields';
import { withTypedPlace } from '../../typed-place';

export async function giveRole(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('users', 'view');
  const id = formId(form);
  const role = roleSchema.safeParse(textOf(form, 'role'));
  if (!role.success) return { faults: [{ message: reader.t('invalid.entry') }], values: {} };
  const fields = await addedRoleFields(principal, reader.t, role.data);
  const typed = await withTypedPlace(principal, role.data, form);
  const parsed = parseForm(reader, fields, newRoleSchema, typed);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => addRole(principal, id, parsed.value, origin),
    () => `/workspace/people/${id}?done=role.added`,
    { form, fields }
  );
}
