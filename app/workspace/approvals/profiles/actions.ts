'use server';

import { assignPlace, removePlace } from '@/lib/money/approvals/profile-places';
import { findProfile } from '@/lib/money/approvals/profiles';
import { changeProfile, createProfile, deleteProfile } from '@/lib/money/approvals/save-profile';
import { placeSchema, profileChangeSchema, profileSchema } from '@/lib/money/approvals/schema';
import { formId } from '../../addresses';
import { finish } from '../../people/finish';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { companyField, placeField, profileFields } from './fields';

const LIST = '/workspace/approvals/profiles';
const context = () => signedInFor('company_setup', 'view', ['transaction.review', 'purchasing']);

export async function add(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const fields = [companyField(reader.t), ...profileFields(reader.t)];
  const parsed = parseForm(reader, fields, profileSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => createProfile(principal, parsed.value, origin),
    (id) => `${LIST}/${id}?done=saved`,
    { form, fields }
  );
}

export async function save(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const id = formId(form);
  const profile = await findProfile(principal, id);
  const fields = profileFields(reader.t, profile?.levels, profile?.currency);
  const parsed = parseForm(reader, fields, profileChangeSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeProfile(principal, id, parsed.value, origin),
    () => `${LIST}/${id}?done=saved`,
    { form, fields }
  );
}

export async function remove(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const id = formId(form);
  return finish(
    () => deleteProfile(principal, id, origin),
    () => `${LIST}?done=deleted`,
    { form }
  );
}

export async function addPlace(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await context();
  const id = formId(form);
  const fields = [placeField(reader.t, id)];
  const parsed = parseForm(reader, fields, placeSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => assignPlace(principal, id, parsed.value.node, origin),
    () => `${LIST}/${id}?done=placed`,
    { form, fields }
  );
}

export async function takePlace(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const [id, node] = [formId(form), formId(form, 'node')];
  return finish(
    () => removePlace(principal, id, node, origin),
    () => `${LIST}/${id}?done=removed`,
    { form }
  );
}
