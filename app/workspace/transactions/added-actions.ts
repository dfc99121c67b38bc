'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { languageTag } from '@/lib/core/language/locales';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { formId } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { addedFields } from './new/added-fields';
import { offeredTo } from './new/offered-to';
import { addressAfter } from './transaction-address';

/** Adds a transaction paid out of pocket. */
export async function add(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const fields = addedFields(t, languageTag(locale), await offeredTo(principal));
  const parsed = parseForm({ t, locale }, fields, addedTransactionSchema, form);
  if (!parsed.ok) return parsed.state;
  const added = await addTransaction(principal, parsed.value, origin);
  if (!added.ok) return refusalState({ t, locale }, fields, added.refusal, form);
  revalidatePath('/workspace/transactions', 'layout');
  redirect(`/workspace/transactions/${added.value}?done=added`);
}

/** Removes an added transaction. */
export async function remove(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const removed = await removeTransaction(reader.principal, { id, version: versionOf(form) }, reader.origin);
  if (!removed.ok && removed.refusal.code === 'record.changed') redirect(await addressAfter(id, { done: 'changed' }));
  if (!removed.ok) return refusalState(reader, [], removed.refusal, form);
  revalidatePath('/workspace/transactions', 'layout');
  redirect('/workspace/transactions?done=removed');
}
