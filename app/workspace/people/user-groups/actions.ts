'use server';

import {
  changeUserGroup,
  createUserGroup,
  deleteUserGroup,
  userGroupChangeSchema,
  userGroupSchema
} from '@/lib/directory/people/templates/user-groups';
import { formId } from '../../addresses';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { finish } from '../finish';
import { ownerField } from '../owner-field';
import { userGroupFields } from './fields';

const LIST = '/workspace/people/user-groups';
const context = () => signedInFor('user_groups', 'view');

export async function addGroup(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const fields = [await ownerField(principal, reader.t), ...userGroupFields(reader.t)];
  const parsed = parseForm(reader, fields, userGroupSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => createUserGroup(principal, parsed.value, origin),
    () => `${LIST}?done=saved`,
    { form, fields }
  );
}

export async function saveGroup(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const id = formId(form);
  const fields = userGroupFields(reader.t);
  const parsed = parseForm(reader, fields, userGroupChangeSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeUserGroup(principal, id, parsed.value, origin),
    () => `${LIST}?done=saved`,
    { form, fields }
  );
}

export async function removeGroup(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const id = formId(form);
  return finish(
    () => deleteUserGroup(principal, id, origin),
    () => `${LIST}?done=deleted`,
    { form }
  );
}
