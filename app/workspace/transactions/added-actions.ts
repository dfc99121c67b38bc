'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { removeTransaction } from '@/lib/money/transactions/add-transaction';
import { formId } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { refusalState, versionOf } from '../ui/parse-form';
import { addressAfter } from './transaction-address';

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
