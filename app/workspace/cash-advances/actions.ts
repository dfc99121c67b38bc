'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { closeAdvance, enterAdvance } from '@/lib/money/expenses/advances/enter-advance';
import { advanceSchema, closeAdvanceSchema } from '@/lib/money/expenses/advances/schema';
import { formId } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { advanceFields } from './fields';

const PAGE = '/workspace/cash-advances';

/** Enters an advance, and opens it. */
export async function enter(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields = advanceFields(reader.t);
  const parsed = parseForm(reader, fields, advanceSchema, form);
  if (!parsed.ok) return parsed.state;
  const entered = await enterAdvance(reader.principal, parsed.value, reader.origin);
  if (!entered.ok) return refusalState(reader, fields, entered.refusal, form);
  revalidatePath('/workspace', 'layout');
  redirect(`${PAGE}/${entered.value}?done=entered`);
}

/** Closes what is left of an advance, with a reason. */
export async function close(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const fields: FieldSpec[] = [{ name: 'reason', label: reader.t('ledger.reason'), kind: 'text', required: true }];
  const parsed = parseForm(reader, fields, closeAdvanceSchema, form);
  if (!parsed.ok) return parsed.state;
  const closed = await closeAdvance(reader.principal, id, parsed.value.reason, reader.origin);
  if (!closed.ok) return refusalState(reader, fields, closed.refusal, form);
  revalidatePath('/workspace', 'layout');
  redirect(`${PAGE}/${id}?done=closed`);
}
