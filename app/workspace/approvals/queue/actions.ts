'use server';

import { revalidatePath } from 'next/cache';
import { changeState, type StateChange } from '@/lib/money/transactions/change-state';
import { reasonSchema } from '@/lib/money/transactions/schema';
import { formId } from '../../addresses';
import { busy } from '../../people/finish';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState, versionOf } from '../../ui/parse-form';

/** Approves a transaction of the queue in the version that the queue showed. Returns its new version. */
export async function approve(form: FormData): Promise<FormState> {
  return changed({ event: 'approve' }, form);
}

/** Takes back the reader's approval. */
export async function takeBack(form: FormData): Promise<FormState> {
  return changed({ event: 'unapprove' }, form);
}

/** Sends a transaction back with a comment, which its history stores. */
export async function sendBack(form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const field = { name: 'reason', label: reader.t('approval.queue.reason'), kind: 'text' as const, required: true };
  const parsed = parseForm(reader, [field], reasonSchema, form);
  return parsed.ok ? changed({ event: 'send_back', ...parsed.value }, form) : parsed.state;
}

async function changed(change: StateChange, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const result = await changeState(principal, formId(form), { ...change, version: versionOf(form) }, origin).catch(
    busy
  );
  // After a refusal too: the queue shows what stands now.
  revalidatePath('/workspace/approvals');
  if (!result.ok) return refusalState(reader, [], result.refusal, form);
  return { faults: [], values: {}, version: result.value };
}
