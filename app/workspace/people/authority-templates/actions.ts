'use server';

import { roleSchema } from '@/lib/directory/people/schema';
import {
  authorityTemplateChangeSchema,
  authorityTemplateSchema,
  changeAuthorityTemplate,
  createAuthorityTemplate,
  deleteAuthorityTemplate,
  findAuthorityTemplate
} from '@/lib/directory/people/templates/authority-templates';
import { formId, textOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { finish } from '../finish';
import { ownerField } from '../owner-field';
import { authorityFields } from './fields';

const LIST = '/workspace/people/authority-templates';
const context = () => signedInFor('authority_templates', 'view');

export async function addTemplate(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const role = roleSchema.safeParse(textOf(form, 'role'));
  if (!role.success) return { faults: [{ message: reader.t('invalid.entry') }], values: {} };
  const fields = [await ownerField(principal, reader.t), ...authorityFields(principal, reader.t, role.data)];
  const parsed = parseForm(reader, fields, authorityTemplateSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => createAuthorityTemplate(principal, parsed.value, origin),
    () => `${LIST}?done=saved`,
    { form, fields }
  );
}

export async function saveTemplate(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const id = formId(form);
  const template = await findAuthorityTemplate(principal, id);
  const fields = template ? authorityFields(principal, reader.t, template.role) : [];
  const parsed = parseForm(reader, fields, authorityTemplateChangeSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeAuthorityTemplate(principal, id, parsed.value, origin),
    () => `${LIST}?done=saved`,
    { form, fields }
  );
}

export async function removeTemplate(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const id = formId(form);
  return finish(
    () => deleteAuthorityTemplate(principal, id, origin),
    () => `${LIST}?done=deleted`,
    { form }
  );
}
