'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { languageTag } from '@/lib/core/language/locales';
import { deleteIssuerGroup, saveIssuerGroup } from '@/lib/directory/structure/issuer-groups';
import { brandChoices, changeIssuer, createIssuer, issuerChoices } from '@/lib/directory/structure/issuers';
import { issuerGroupSchema, issuerSchema } from '@/lib/directory/structure/schema';
import { formIdOrNobody, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { issuerFields, issuerGroupFields } from './issuer-fields';

/** The record to change; null: a new one. */
const changedId = (form: FormData) => (textOf(form, 'id') ? formIdOrNobody(form) : null);

/** Creates or changes an issuer. */
export async function saveIssuer(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const fields = issuerFields(t, languageTag(locale), await brandChoices(principal));
  const parsed = parseForm({ t, locale }, fields, issuerSchema, form);
  if (!parsed.ok) return parsed.state;
  const id = changedId(form);
  const saved = id
    ? await changeIssuer(principal, id, { ...parsed.value, version: versionOf(form) }, origin)
    : await createIssuer(principal, parsed.value, origin);
  if (!saved.ok) return refusalState({ t, locale }, fields, saved.refusal, form);
  revalidatePath('/workspace', 'layout');
  redirect(`/workspace/structure/${id ?? saved.value}?done=${id ? 'changed' : 'created'}`);
}

/** Creates or changes a group of issuers. */
export async function saveGroup(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const fields = issuerGroupFields(t, await issuerChoices(principal));
  const parsed = parseForm({ t, locale }, fields, issuerGroupSchema, form);
  if (!parsed.ok) return parsed.state;
  const saved = await saveIssuerGroup(principal, changedId(form), parsed.value, origin);
  if (!saved.ok) return refusalState({ t, locale }, fields, saved.refusal, form);
  revalidatePath('/workspace/issuers', 'layout');
  redirect('/workspace/issuers?done=saved');
}

/** Deletes a group of issuers. */
export async function removeGroup(_: FormState, form: FormData): Promise<FormState> {
  const { principal, t, locale, origin } = await signedInPrincipal();
  const deleted = await deleteIssuerGroup(principal, formIdOrNobody(form), origin);
  if (!deleted.ok) return refusalState({ t, locale }, [], deleted.refusal, form);
  revalidatePath('/workspace/issuers', 'layout');
  redirect('/workspace/issuers?done=deleted');
}
