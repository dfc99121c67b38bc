'use server';

import { createUser } from '@/lib/directory/people/create-user';
import { newUserSchema, roleSchema } from '@/lib/directory/people/schema';
import { textOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { finish } from '../finish';
import { newUserFields } from '../new-user-fields';
import { signInAddress } from '../sign-in-address';
import { withTypedPlace } from '../typed-place';
import { withTypedSupervisor } from '../typed-supervisor';

export async function addUser(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('users', 'modify');
  const role = roleSchema.safeParse(textOf(form, 'role'));
  if (!role.success) return { faults: [{ message: reader.t('invalid.entry') }], values: {} };
  const fields = await newUserFields(principal, reader, role.data);
  const placed = await withTypedPlace(principal, role.data, form);
  const typed = await withTypedSupervisor(principal, null, placed);
  const parsed = parseForm(reader, fields, newUserSchema, typed);
  if (!parsed.ok) return parsed.state;
  const address = await signInAddress();
  return finish(
    () => createUser(principal, parsed.value, address, origin),
    ({ id }) => `/workspace/people/${id}?done=created`,
    { form, fields }
  );
}
