'use server';

import { roleSchema } from '@/lib/directory/people/schema';
import {
  changeUserTemplate,
  createUserTemplate,
  deleteUserTemplate,
  userTemplateChangeSchema,
  userTemplateSchema
} from '@/lib/directory/people/templates/user-templates';
import { formId, textOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { finish } from '../finish';
import { ownerField } from '../owner-field';
import { userTemplateFields } from './fields';

const LIST = '/workspace/people/user-templates';
const context = () => signedInFor('user_templates', 'view');

export async function addUserTemplate(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const role = roleSchema.safeParse(textOf(form, 'role'));
  if (!role.success) return { faults: [{ message: reader.t('invalid.entry') }], values: {} };
  const fields = [await ownerField(principal, reader.t), ...(await userTemplateFields(principal, reader, role.data))];
  const parsed = parseForm(reader, fields, userTemplateSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => createUserTemplate(principal, parsed.value, origin),
    () => `${LIST}?done=saved`,
    { form, fields }
  );
}

export async function saveUserTemplate(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const id = formId(form);
  const role = roleSchema.safeParse(textOf(form, 'role'));
  const fields = await userTemplateFields(principal, reader, role.success ? role.data : 'A');
  const parsed = parseForm(reader, fields, userTemplateChangeSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeUserTemplate(principal, id, parsed.value, origin),
    () => `${LIST}?done=saved`,
    { form, fields }
  );
}

export async function removeUserTemplate(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const id = formId(form);
  return finish(
    () => deleteUserTemplate(principal, id, origin),
    () => `${LIST}?done=deleted`,
    { form }
  );
}
