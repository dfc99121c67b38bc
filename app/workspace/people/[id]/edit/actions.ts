'use server';

import { changeUser } from '@/lib/directory/people/change-user';
import { userChangeSchema } from '@/lib/directory/people/schema';
import { findUser } from '@/lib/directory/people/user-record';
import { formId } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { finish } from '../../finish';
import { personFields, supervisorField } from '../../person-fields';
import { withTypedSupervisor } from '../../typed-supervisor';

export async function saveUser(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('users', 'view');
  const id = formId(form);
  const user = await findUser(principal, id);
  const supervisor = supervisorField(reader.t, user ?? undefined);
  const fields = [...personFields(reader.t, reader.locale), supervisor];
  const typed = await withTypedSupervisor(principal, user, form, supervisor.valueLabel);
  const parsed = parseForm(reader, fields, userChangeSchema, typed);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeUser(principal, id, parsed.value, origin),
    () => `/workspace/people/${id}?done=changed`,
    { form, fields }
  );
}
