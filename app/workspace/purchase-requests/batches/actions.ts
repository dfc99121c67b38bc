'use server';

import { redirect } from 'next/navigation';
import { applyBatch } from '@/lib/money/batches/apply-batch';
import { formId, textOf } from '../../addresses';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { refusalState } from '../../ui/parse-form';
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
