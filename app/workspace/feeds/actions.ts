'use server';

import { redirect } from 'next/navigation';
import { bringFeed } from '@/lib/feeds/bring-feed';
import { seenFeed } from '@/lib/feeds/feeds';
import { mappingSchema } from '@/lib/feeds/mapping';
import { changeMapping, createMapping, deleteMapping, seenMapping } from '@/lib/feeds/mappings';
import { previewFeed } from '@/lib/feeds/preview';
import { nameAccount, reprocess } from '@/lib/feeds/reprocess';
import { cancelJob } from '@/lib/jobs/cancel-job';
import { formId, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { accountNameFields, accountNameSchema } from './account-name-fields';
import { LayoutFault, layoutFrom, mappingFields, mappingFormSchema } from './mapping-fields';
import { previewRow } from './preview-row';

/** Characters of a sample that are read. */
const MOST_SAMPLED = 200_000;

/** Takes a file from a form without script, as small as such forms may be. */
export async function bring(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return refusalState(reader, [], { code: 'file.empty' }, form);
  const chunks = file.stream() as unknown as AsyncIterable<Uint8Array>;
  const feed = { mappingId: formId(form, 'mapping'), source: 'upload' as const, name: file.name, chunks };
  const brought = await bringFeed(reader.principal, feed, reader.origin);
  if (!brought.ok) return refusalState(reader, [], brought.refusal, form);
  redirect(`/workspace/feeds/${brought.value}`);
}

/** Stops the import of a feed that one has brought. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const feed = await seenFeed(reader.principal, id);
  const cancelled = feed?.jobId ? await cancelJob(reader.principal, feed.jobId, reader.origin) : null;
  if (!cancelled) return refusalState(reader, [], { code: 'not.found' }, form);
  if (!cancelled.ok) return refusalState(reader, [], cancelled.refusal, form);
  redirect(`/workspace/feeds/${id}`);
}

/** Has all rejected rows of a feed processed again. */
export async function again(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const job = await reprocess(reader.principal, id, reader.origin);
  if (!job.ok) return refusalState(reader, [], job.refusal, form);
  redirect(`/workspace/feeds/${id}?job=${job.value}`);
}

/** Says which account a name in a feed's files means. */
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

/** Saves a mapping, a new one or another. */
export async function saveMapping(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin, t } = reader;
  const fields = mappingFields(t);
  const parsed = parseForm(reader, fields, mappingFormSchema, form);
  if (!parsed.ok) return parsed.state;
  let layout: unknown;
  try {
    layout = layoutFrom(parsed.value);
  } catch (error) {
    if (!(error instanceof LayoutFault)) throw error;
    return refusalState(reader, fields, error.refusal, form);
  }
  const entry = mappingSchema.safeParse({ name: parsed.value.name, active: parsed.value.active, layout });
  if (!entry.success) return refusalState(reader, fields, faultOf(entry.error.issues[0]), form);
  const id = textOf(form, 'id') ? formId(form) : null;
  const version = versionOf(form);
  const saved = id
    ? await changeMapping(principal, id, { ...entry.data, version }, origin)
    : await createMapping(principal, entry.data, origin);
  if (!saved.ok) return refusalState(reader, fields, saved.refusal, form);
  redirect(`/workspace/feeds/mappings/${id ?? saved.value}?done=saved`);
}

/** A fault of the layout at the field of the form that it comes from. */
function faultOf(issue?: { message: string; path: PropertyKey[] }) {
  const [, part = '', name = ''] = (issue?.path ?? []).map(String);
  const message = issue?.message ?? 'invalid.entry';
  const code = /^[a-z]+(\.[a-z]+)*$/.test(message) ? message : 'invalid.entry';
  const field = part === 'fields' ? (name ? `field.${name}` : 'field.cardNumber') : part;
  if (['only', 'block', 'trailer', 'types'].includes(part))
    return {
      code: 'feed.mapping.advanced.invalid',
      field: 'advanced',
      params: { problem: [part, name, message].join(' ') }
    };
  return { code, field };
}

/** Deletes a mapping. */
export async function removeMapping(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const removed = await deleteMapping(reader.principal, formId(form), reader.origin);
  if (!removed.ok) return refusalState(reader, [], removed.refusal, form);
  redirect('/workspace/feeds/mappings?done=deleted');
}

/** What a sample looks like, read by a mapping. */
export interface PreviewState {
  /** What stands against the sample as a whole. */
  problem: string | null;
  rows: { number: number; shown: string; faults: string[]; values: { label: string; value: string }[] }[] | null;
}

/** Reads a sample by a saved mapping; nothing is kept of it. */
export async function preview(_: PreviewState, form: FormData): Promise<PreviewState> {
  const { principal, t, format } = await signedInPrincipal();
  const mapping = await seenMapping(principal, formId(form));
  if (!mapping) return { problem: t('not.found'), rows: null };
  const { rows, refusal, checked } = await previewFeed(mapping.layout, textOf(form, 'sample').slice(0, MOST_SAMPLED));
  const mismatch = checked?.mismatch.map(({ what, trailer, read }) => t(`feed.mismatch.${what}`, { trailer, read }));
  const problem = refusal ? t(refusal.code, refusal.params) : mismatch?.length ? mismatch.join(' ') : null;
  return { problem, rows: rows.map((row) => previewRow(row, t, format)) };
}
