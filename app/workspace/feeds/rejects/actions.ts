'use server';

import { redirect } from 'next/navigation';
import { correctionSchema, correctReject, seenReject } from '@/lib/money/feeds/correct-reject';
import { formId, textOf } from '../../addresses';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { refusalState } from '../../ui/parse-form';
import { rejectFieldName, rejectFields } from './reject-fields';

/** Corrects fields of a rejected row and processes it again. */
export async function correct(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin, t } = reader;
  const id = formId(form);
  const reject = await seenReject(principal, id);
  if (!reject) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = rejectFields(reject, t);
  const typed = reject.fields.map(({ field }) => [field, textOf(form, rejectFieldName(field))]);
  const correction = correctionSchema.safeParse(Object.fromEntries(typed));
  if (!correction.success) {
    const [issue] = correction.error.issues;
    const field = rejectFieldName(issue?.path[0] as Parameters<typeof rejectFieldName>[0]);
    return refusalState(reader, fields, { code: 'invalid.field', field }, form);
  }
  const corrected = await correctReject(principal, id, correction.data, origin);
  if (!corrected.ok) {
    const { field, ...refusal } = corrected.refusal;
    const named = field && { field: rejectFieldName(field as Parameters<typeof rejectFieldName>[0]) };
    return refusalState(reader, fields, { ...refusal, ...named }, form);
  }
  redirect(`/workspace/feeds/rejects/${id}?done=${corrected.value.booked ? 'booked' : 'kept'}`);
}
