'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { applyUpload } from '@/lib/directory/structure/apply-upload';
import { startUpload } from '@/lib/directory/structure/start-upload';
import { seenUpload } from '@/lib/directory/structure/uploads';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { formIdOrNobody, sentForm } from '../../addresses';
import { signedInFor, signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { refusalState } from '../../ui/parse-form';
import { uploadFields } from './upload-fields';

/** Accepts a file and redirects to its check. */
export async function upload(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInFor('structure_upload', 'view', 'structure.upload');
  const fields = uploadFields(t);
  const file = sentForm(form).get('file');
  if (!(file instanceof File) || file.size === 0)
    return refusalState({ t, locale }, fields, { code: 'required.field', field: 'file' }, form);
  const started = await startUpload(principal, formIdOrNobody(form, 'nodeId'), file, origin);
  if (!started.ok) return refusalState({ t, locale }, fields, started.refusal, form);
  redirect(`/workspace/structure/upload/${started.value}`);
}

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
