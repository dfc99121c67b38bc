'use server';

import { redirect } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { chooseCharge, undoMatch } from '@/lib/money/central-travel/settle-booking';
import { formId } from '../addresses';
import { signedInFor } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { refusalState } from '../ui/parse-form';
import { LIST } from './shown';

const settler = () => signedInFor('central_travel', 'modify', 'central.travel');

/** Matches a booking to the charge that was chosen. */
export async function choose(_: FormState, form: FormData): Promise<FormState> {
  const reader = await settler();
  const chosen = { id: formId(form), transactionId: formId(form, 'transaction') };
  return after(reader, form, 'matched', await chooseCharge(reader.principal, chosen, reader.origin));
}

/** Takes a booking off its charge. */
export async function undo(_: FormState, form: FormData): Promise<FormState> {
  const reader = await settler();
  return after(reader, form, 'undone', await undoMatch(reader.principal, formId(form), reader.origin));
}

function after(
  reader: Awaited<ReturnType<typeof settler>>,
  form: FormData,
  done: string,
  result: Result<null>
): FormState {
  if (!result.ok) return refusalState(reader, [], result.refusal, form);
  redirect(`${LIST}/${formId(form)}?done=${done}`);
}
