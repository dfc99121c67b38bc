'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { allocate } from '@/lib/transactions/allocate';
import { allocating } from '@/lib/transactions/allocating';
import { changeState } from '@/lib/transactions/change-state';
import { allocationSchema, reasonSchema } from '@/lib/transactions/schema';
import { isTransactionEvent, TRANSACTION_EVENTS } from '@/lib/transactions/states';
import { idOf, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { allocationFields, nested } from './allocation-fields';
import { dividedIn } from './divided-in';

/** Keeps what the form of a transaction says, and reviews it too when that button sent it. */
export async function save(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const id = idOf(textOf(form, 'id'));
  const seen = await allocating(principal, id);
  if (!seen) return refusalState({ t, locale }, [], { code: 'not.found' }, form);
  const division = dividedIn({ parts: textOf(form, 'parts'), by: textOf(form, 'by') }, seen.allocations);
  const fields = allocationFields(principal, t, { ...seen, ...division });
  const schema = z.preprocess(
    (flat) => ({ ...nested(flat as Record<string, unknown>), by: division.by, version: versionOf(form) }),
    allocationSchema
  );
  const parsed = parseForm({ t, locale }, fields, schema, form);
  if (!parsed.ok) return parsed.state;
  // What is only shown isn't sent: it stays as it was.
  const splits = division.parts === 1 && parsed.value.splits.length === 0 ? [{}] : parsed.value.splits;
  const entry = allocationSchema.parse({ ...parsed.value, splits });
  const saved = await allocate(principal, id, entry, origin);
  if (!saved.ok) return refusalState({ t, locale }, fields, saved.refusal, form);
  const reviewed =
    textOf(form, 'then') === 'review'
      ? await changeState(principal, id, { event: 'review', version: saved.value.version }, origin)
      : null;
  if (!reviewed || reviewed.ok) {
    revalidatePath('/workspace/transactions', 'layout');
    redirect(`/workspace/transactions/${id}?done=${reviewed ? 'review' : 'saved'}`);
  }
  // What was typed is kept all the same: the form goes on from there.
  return { ...refusalState({ t, locale }, fields, reviewed.refusal, form), version: saved.value.version };
}

/** Reviews, approves or sends back: what a page asks to confirm. */
export async function change(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const [id, event] = [idOf(textOf(form, 'id')), textOf(form, 'event')];
  if (!isTransactionEvent(event)) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = [{ name: 'reason', label: reader.t('transaction.reason'), kind: 'text' as const, required: true }];
  const parsed = TRANSACTION_EVENTS[event].reason ? parseForm(reader, fields, reasonSchema, form) : null;
  if (parsed && !parsed.ok) return parsed.state;
  const result = await changeState(
    principal,
    id,
    { event, version: versionOf(form), reason: parsed?.value.reason },
    origin
  );
  if (!result.ok) return refusalState(reader, fields, result.refusal, form);
  revalidatePath('/workspace/transactions', 'layout');
  redirect(`/workspace/transactions/${id}?done=${event}`);
}
