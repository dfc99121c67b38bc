'use server';

import { redirect } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { chooseCharge, giveToTraveller, takeFromTraveller, undoMatch } from '@/lib/money/central-travel/settle-booking';
import { formId } from '../addresses';
import { signedInFor } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { LIST } from './shown';
import { travellerFields, travellerSchema } from './traveller-fields';

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

/** Gives a booking to the person who travels, a button's or the one whom a field names. */
export async function give(_: FormState, form: FormData): Promise<FormState> {
  const reader = await settler();
  const id = formId(form);
  const fields = travellerFields(reader.t, id);
  const parsed = parseForm(reader, fields, travellerSchema, form);
  if (!parsed.ok) return parsed.state;
  return after(
    reader,
    form,
    'given',
    await giveToTraveller(reader.principal, { id, ...parsed.value }, reader.origin),
    fields
  );
}

/** Takes a booking back from a person. */
export async function take(_: FormState, form: FormData): Promise<FormState> {
  const reader = await settler();
  return after(reader, form, 'taken', await takeFromTraveller(reader.principal, formId(form), reader.origin));
}

function after(
  reader: Awaited<ReturnType<typeof settler>>,
  form: FormData,
  done: string,
  result: Result<null>,
  fields: readonly FieldSpec[] = []
): FormState {
  if (!result.ok) return refusalState(reader, fields, result.refusal, form);
  redirect(`${LIST}/${formId(form)}?done=${done}`);
}
