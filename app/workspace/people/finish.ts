import { redirect } from 'next/navigation';
import { Busy, type Refusal, type Result, refused } from '@/lib/core/entry/refusal';
import { signedInPrincipal } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { refusalState } from '../ui/parse-form';

/** Runs a form's command and redirects to the page that shows the outcome; a refusal returns to the form. */
export async function finish<T>(
  work: () => Promise<Result<T>>,
  to: (value: T) => string,
  { form, fields = [] }: { form: FormData; fields?: readonly FieldSpec[] }
): Promise<FormState> {
  const result = await work().catch(busy);
  if (!result.ok) return refusalState(await signedInPrincipal(), fields, result.refusal, form);
  redirect(to(result.value));
}

/** A temporary failure is shown in the form and loses nothing typed. */
export function busy(error: unknown): { ok: false; refusal: Refusal } {
  if (error instanceof Busy) return refused({ code: 'sign.in.busy', params: { seconds: error.retryAfterSeconds } });
  throw error;
}
