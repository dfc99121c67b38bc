'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { addLine, removeLine } from '@/lib/money/transactions/lines';
import { lineSchema } from '@/lib/money/transactions/schema';
import { formId, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { lineFields } from './line-fields';
import { addressAfter } from './transaction-address';

/** Adds a line of goods or services to a transaction. */
export async function add(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields = lineFields(reader.t, '');
  const parsed = parseForm(reader, fields, lineSchema, form);
  if (!parsed.ok) return parsed.state;
  const id = formId(form);
  const added = await addLine(reader.principal, { id, version: versionOf(form) }, parsed.value, reader.origin);
  return added.ok ? done(id) : refusalState(reader, fields, added.refusal, form);
}

/** Removes a line. */
export async function remove(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const position = Number(textOf(form, 'position'));
  const removed = await removeLine(reader.principal, { id, version: versionOf(form), position }, reader.origin);
  return removed.ok ? done(id) : refusalState(reader, [], removed.refusal, form);
}

async function done(id: string): Promise<never> {
  revalidatePath('/workspace/transactions', 'layout');
  redirect(`${await addressAfter(id, { done: 'saved' })}#lines-heading`);
}
