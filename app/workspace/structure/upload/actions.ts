'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { applyUpload } from '@/lib/directory/structure/apply-upload';
import { seenUpload } from '@/lib/directory/structure/uploads';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { formIdOrNobody } from '../../addresses';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { refusalState } from '../../ui/parse-form';

/** Applies a checked upload. */
export async function apply(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const id = formIdOrNobody(form);
  const started = await applyUpload(principal, id, origin);
  if (!started.ok) return refusalState({ t, locale }, [], started.refusal, form);
  revalidatePath('/workspace/structure', 'layout');
  redirect(`/workspace/structure/upload/${id}`);
}

/** Stops the job of an upload. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const id = formIdOrNobody(form);
  const found = await seenUpload(principal, id);
  if (!found) return refusalState({ t, locale }, [], { code: 'not.found' }, form);
  const cancelled = await cancelJob(principal, found.jobId, origin);
  if (!cancelled.ok) return refusalState({ t, locale }, [], cancelled.refusal, form);
  revalidatePath('/workspace/structure/upload', 'layout');
  redirect(`/workspace/structure/upload/${id}`);
}
