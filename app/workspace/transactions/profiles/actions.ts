'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { newId } from '@/lib/core/secrets/ids';
import { ownScheme } from '@/lib/money/allocation/own-schemes';
import { changeSplitProfile, createSplitProfile, deleteSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { splitProfileSchema } from '@/lib/money/allocation/split-profiles';
import { idOf, textOf } from '../../addresses';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState, versionOf } from '../../ui/parse-form';
import { nested } from '../allocation-fields';
import { sentFields } from '../editor-fields';
import type { EditorState } from '../splits/editor-state';
import { keptSplits, postedSplits, typedHead } from '../splits/posted';
import { readStep, stepped } from '../splits/splitting';
import { profileEditorOf } from './profile-editor';

/** Runs a step of a profile's splits, or saves the profile. */
export async function saveProfile(_: EditorState, form: FormData): Promise<EditorState> {
  const reader = await signedInPrincipal();
  const { principal, t, locale, origin } = reader;
  const scheme = await ownScheme(principal, idOf(textOf(form, 'scheme')));
  if (!scheme) return refusalState(reader, [], { code: 'not.found' }, form);
  const editor = profileEditorOf(principal.role, t, scheme.asks);
  const splitting = postedSplits(form, { ...editor, locale });
  const sent: EditorState = {
    faults: [],
    values: typedHead(form, editor.head),
    version: versionOf(form),
    splits: keptSplits(splitting)
  };
  const step = readStep(textOf(form, 'then'));
  if (step) return { ...sent, splits: keptSplits(stepped(splitting, step)), stepped: newId() };
  const fields = sentFields(t, editor, splitting);
  const parsed = parseForm(
    reader,
    fields,
    z.preprocess((flat) => nested(flat as Record<string, unknown>), splitProfileSchema),
    form
  );
  if (!parsed.ok) return { ...sent, faults: parsed.state.faults };
  const id = textOf(form, 'id');
  const saved = id
    ? await changeSplitProfile(principal, idOf(id), { ...parsed.value, version: versionOf(form) }, origin)
    : await createSplitProfile(principal, { ...parsed.value, schemeId: scheme.id }, origin);
  if (saved.ok) redirect('/workspace/transactions/profiles?done=saved');
  const { faults, version } = refusalState(reader, fields, saved.refusal, form);
  return { ...sent, faults, ...(version !== undefined && { version }) };
}

/** Deletes the user's own profile. */
export async function removeProfile(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const deleted = await deleteSplitProfile(reader.principal, idOf(textOf(form, 'id')), reader.origin);
  if (!deleted.ok) return refusalState(reader, [], deleted.refusal, form);
  redirect('/workspace/transactions/profiles?done=deleted');
}
