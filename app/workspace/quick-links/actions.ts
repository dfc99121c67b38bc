'use server';

import { revalidatePath } from 'next/cache';
import type { Result } from '@/lib/core/entry/refusal';
import {
  addQuickLink,
  linkNameSchema,
  moveQuickLink,
  quickLinkSchema,
  removeQuickLink,
  renameQuickLink
} from '@/lib/kit/quick-links/quick-links';
import { formId, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import { type FormState, UNSENT } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { nameFields } from './fields';

/** What adding a page answers: what was done, and the link to take back. */
export interface Added {
  message: string;
  id: string | null;
}

/** Adds the page that the user is on to their quick links. */
export async function addPage(name: string, address: string): Promise<Added> {
  const { principal, t } = await signedInPrincipal();
  const link = quickLinkSchema.safeParse({ name, address });
  if (!link.success) return { message: t('quick.link.unfit'), id: null };
  const added = await addQuickLink(principal, link.data);
  revalidatePath('/workspace');
  return added.ok
    ? { message: t('quick.link.added', { name: link.data.name }), id: added.value }
    : { message: t(added.refusal.code, added.refusal.params), id: null };
}

/** Takes a link back that was just added. */
export async function takeBack(id: string): Promise<void> {
  const { principal } = await signedInPrincipal();
  const form = new FormData();
  form.set('id', String(id));
  await removeQuickLink(principal, formId(form));
  revalidatePath('/workspace');
}

/** Renames a link. */
export async function rename(_state: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const entry = parseForm(reader, nameFields(reader.t), linkNameSchema, form);
  if (!entry.ok) return entry.state;
  return after(form, await renameQuickLink(reader.principal, formId(form), entry.value.name));
}

/** Moves a link up or down. */
export async function move(_state: FormState, form: FormData): Promise<FormState> {
  const { principal } = await signedInPrincipal();
  return after(form, await moveQuickLink(principal, formId(form), textOf(form, 'by') === 'up' ? -1 : 1));
}

/** Removes a link. */
export async function remove(_state: FormState, form: FormData): Promise<FormState> {
  const { principal } = await signedInPrincipal();
  return after(form, await removeQuickLink(principal, formId(form)));
}

async function after<Value>(form: FormData, result: Result<Value>): Promise<FormState> {
  const reader = await signedInPrincipal();
  // After a refusal too: the page shows what stands now.
  revalidatePath('/workspace/quick-links');
  return result.ok ? UNSENT : refusalState(reader, nameFields(reader.t), result.refusal, form);
}
