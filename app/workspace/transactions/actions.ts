'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { Translate } from '@/lib/core/language/texts';
import { reverseTransaction } from '@/lib/money/ledger/reverse';
import { changeState } from '@/lib/money/transactions/change-state';
import { declareNotDuplicate } from '@/lib/money/transactions/duplicates';
import { reasonSchema } from '@/lib/money/transactions/schema';
import { isTransactionEvent, TRANSACTION } from '@/lib/money/transactions/states';
import { formId, idOf, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { addressAfter } from './transaction-address';

/** Reviews, approves or sends back, after the page's confirmation. */
export async function change(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const [id, event] = [idOf(textOf(form, 'id')), textOf(form, 'event')];
  if (!isTransactionEvent(event)) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = [reasonField(reader.t)];
  const parsed = TRANSACTION.transition(event).reason ? parseForm(reader, fields, reasonSchema, form) : null;
  if (parsed && !parsed.ok) return parsed.state;
  const result = await changeState(
    principal,
    id,
    { event, version: versionOf(form), reason: parsed?.value.reason },
    origin
  );
  const isStale = !result.ok && result.refusal.code === 'record.changed';
  if (!result.ok && !isStale) return refusalState(reader, fields, result.refusal, form);
  revalidatePath('/workspace/transactions', 'layout');
  // The confirmed action may no longer be offered: the current page explains more than the question.
  redirect(await addressAfter(id, { done: isStale ? 'changed' : event }));
}

const reasonField = (t: Translate) => ({
  name: 'reason',
  label: t('transaction.reason'),
  kind: 'text' as const,
  required: true
});

/** Takes one transaction back from its export. */
export async function reverse(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const fields = [reasonField(reader.t)];
  const parsed = parseForm(reader, fields, reasonSchema, form);
  if (!parsed.ok) return parsed.state;
  const result = await reverseTransaction(reader.principal, id, parsed.value, reader.origin);
  if (!result.ok) return refusalState(reader, fields, result.refusal, form);
  revalidatePath('/workspace/transactions', 'layout');
  redirect(await addressAfter(id, { done: 'reverse_export' }));
}

/** Marks a transaction as not a duplicate. */
export async function dismissDuplicate(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const result = await declareNotDuplicate(reader.principal, id, reader.origin);
  if (!result.ok) return refusalState(reader, [], result.refusal, form);
  revalidatePath('/workspace/transactions', 'layout');
  redirect(await addressAfter(id, { done: 'not_duplicate' }));
}
