'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { applyBatch } from '@/lib/money/batches/apply-batch';
import { offeredSetups } from '@/lib/money/batches/batches';
import { folderSchema, leaveFolder, takeFolder } from '@/lib/money/batches/folders/change-folder';
import { formId, textOf } from '../../addresses';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState } from '../../ui/parse-form';
import { folderFields } from './fields';
import { BATCHES } from './shown';

/** Makes the requests of a checked file: all of them, or those without faults. */
export async function apply(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const goodOnly = textOf(form, 'goodOnly') === 'true';
  const applied = await applyBatch(reader.principal, { id, goodOnly }, reader.origin);
  const [refusal] = applied.ok ? [] : applied.refusals;
  if (refusal) return refusalState(reader, [], { code: refusal.code, params: refusal.params }, form);
  redirect(`${BATCHES}/${id}`);
}

/** Takes the files of a folder in one's own name from now on. */
export async function take(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const fields = folderFields(reader.t, reader.locale, await offeredSetups(principal));
  const parsed = parseForm(reader, fields, folderSchema, form);
  if (!parsed.ok) return parsed.state;
  const taken = await takeFolder(principal, parsed.value, origin);
  if (!taken.ok) return refusalState(reader, fields, taken.refusal, form);
  // The address stays as it is but for its fragment, for which nothing would be fetched again.
  revalidatePath(BATCHES);
  redirect(`${BATCHES}#folder-heading`);
}

/** Ends that. */
export async function leave(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const left = await leaveFolder(principal, formId(form, 'setup'), origin);
  if (!left.ok) return refusalState(reader, [], left.refusal, form);
  revalidatePath(BATCHES);
  redirect(`${BATCHES}#folder-heading`);
}
