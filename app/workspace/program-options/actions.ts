'use server';

import { redirect } from 'next/navigation';
import {
  changeProgramOption,
  createProgramOption,
  deleteProgramOption
} from '@/lib/directory/programs/save-program-option';
import { programOptionSchema } from '@/lib/directory/programs/schema';
import { idOf, textOf } from '../addresses';
import { signedInFor } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { programOptionFields } from './fields';

const PATH = '/workspace/program-options';

export async function createOption(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('program_options', 'view');
  const fields = programOptionFields(reader.t);
  const entry = parseForm(reader, fields, programOptionSchema, form);
  if (!entry.ok) return entry.state;
  const created = await createProgramOption(principal, entry.value, origin);
  if (!created.ok) return refusalState(reader, fields, created.refusal, form);
  redirect(`${PATH}/${created.value.id}?done=created`);
}

export async function changeOption(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('program_options', 'view');
  const id = idOf(textOf(form, 'id'));
  const fields = programOptionFields(reader.t);
  const entry = parseForm(reader, fields, programOptionSchema, form);
  if (!entry.ok) return entry.state;
  const changed = await changeProgramOption(principal, { id, version: versionOf(form) }, entry.value, origin);
  if (!changed.ok) return refusalState(reader, fields, changed.refusal, form);
  redirect(`${PATH}/${id}?done=saved`);
}

export async function deleteOption(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('program_options', 'view');
  const deleted = await deleteProgramOption(principal, idOf(textOf(form, 'id')), origin);
  if (!deleted.ok) return refusalState(reader, [], deleted.refusal, form);
  redirect(`${PATH}?done=deleted`);
}
