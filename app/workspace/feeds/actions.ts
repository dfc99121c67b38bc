'use server';

import { redirect } from 'next/navigation';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { seenFeed } from '@/lib/money/feeds/feeds';
import { nameAccount, reprocess } from '@/lib/money/feeds/reprocess';
import { formId } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { accountNameFields, accountNameSchema } from './account-name-fields';

/** Stops the import of the user's feed. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const feed = await seenFeed(reader.principal, id);
  const cancelled = feed?.jobId ? await cancelJob(reader.principal, feed.jobId, reader.origin) : null;
  if (!cancelled) return refusalState(reader, [], { code: 'not.found' }, form);
  if (!cancelled.ok) return refusalState(reader, [], cancelled.refusal, form);
  redirect(`/workspace/feeds/${id}`);
}

/** Processes all rejected rows of a feed again. */
export async function again(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const job = await reprocess(reader.principal, id, reader.origin);
  if (!job.ok) return refusalState(reader, [], job.refusal, form);
  redirect(`/workspace/feeds/${id}?job=${job.value}`);
}

/** Maps a name in a feed's files to an account. */
export async function nameAnAccount(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const fields = accountNameFields(reader.t, []);
  const parsed = parseForm(reader, fields, accountNameSchema, form);
  if (!parsed.ok) return parsed.state;
  const named = await nameAccount(reader.principal, id, parsed.value, reader.origin);
  if (!named.ok) return refusalState(reader, fields, named.refusal, form);
  redirect(`/workspace/feeds/${id}?done=named`);
}
