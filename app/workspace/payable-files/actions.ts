'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { voidPayableFile, voidSchema } from '@/lib/money/expenses/payable/void-file';
import { payableSchema, writePayableFile } from '@/lib/money/expenses/payable/write-file';
import { formId } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';

const PAGE = '/workspace/payable-files';

/** Writes a payable file as the page showed it, and opens it. */
export async function write(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const parsed = parseForm(reader, [], payableSchema, form);
  if (!parsed.ok) return parsed.state;
  const written = await writePayableFile(reader.principal, parsed.value, reader.origin);
  if (!written.ok) return refusalState(reader, [], written.refusal, form);
  revalidatePath('/workspace', 'layout');
  redirect(`${PAGE}/${written.value}?done=written`);
}

/** Voids a payable file, with a reason. */
export async function voidFile(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const fields: FieldSpec[] = [{ name: 'reason', label: reader.t('ledger.reason'), kind: 'text', required: true }];
  const parsed = parseForm(reader, fields, voidSchema, form);
  if (!parsed.ok) return parsed.state;
  const voided = await voidPayableFile(reader.principal, id, parsed.value, reader.origin);
  if (!voided.ok) return refusalState(reader, fields, voided.refusal, form);
  revalidatePath('/workspace', 'layout');
  redirect(`${PAGE}/${id}?done=voided`);
}
