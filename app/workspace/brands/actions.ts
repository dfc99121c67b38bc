'use server';

import { redirect } from 'next/navigation';
import { archiveBrand } from '@/lib/brand/studio/archive-brand';
import { resolveSetAside } from '@/lib/brand/studio/conflicts';
import { discardDraft, saveDraft } from '@/lib/brand/studio/drafts';
import { withForm } from '@/lib/brand/studio/form';
import { publishDraft, restoreVersion } from '@/lib/brand/studio/publish-draft';
import { isLocale } from '@/lib/core/language/locales';
import { busy, finish } from '../people/finish';
import type { FormState } from '../ui/form-state';
import { refusalState } from '../ui/parse-form';
import { brandPath } from './brand-path';
import { orConflict, press, readAgain, studioPost } from './studio-command';
import type { StudioState } from './studio-state';
import { versionOf } from './version-of';

/** Saves the design, then publishes it if asked to; a refused publication doesn't lose the edits. */
export async function saveBrandDesign(_before: StudioState, form: FormData): Promise<StudioState> {
  const { by, origin, reader, name, basis, fields } = await studioPost(form);
  const save = () =>
    orConflict(
      name,
      saveDraft(by, { name, basis }, (content) => withForm(content, fields))
    );
  if (fields.then !== 'publish') return finish(save, () => brandPath(name, '', { done: 'saved' }), { form });
  const saved = await save().catch(busy);
  if (!saved.ok) return refusalState(reader, [], saved.refusal, form);
  const published = await publishDraft(by, { name, basis: saved.value }, origin).catch(busy);
  if (published.ok) redirect(brandPath(name, '', { done: 'published' }));
  readAgain();
  return { ...refusalState(reader, [], published.refusal, form), isSaved: true };
}

/** Saves the texts of a language, and shows the same selection of them. */
export async function saveBrandTexts(_before: StudioState, form: FormData): Promise<StudioState> {
  const { by, name, basis, fields } = await studioPost(form);
  const shown = {
    ...(isLocale(fields.locale) && { locale: fields.locale }),
    ...(fields.search && { search: fields.search.slice(0, 80) })
  };
  return finish(
    () =>
      orConflict(
        name,
        saveDraft(by, { name, basis }, (content) => withForm(content, fields))
      ),
    () => brandPath(name, 'texts', { ...shown, done: 'saved' }),
    { form }
  );
}

/** Goes back from the draft to what is published. */
export async function discardBrandDraft(_before: FormState, form: FormData): Promise<FormState> {
  const { by, name, basis } = await studioPost(form);
  return press(form, brandPath(name, '', { done: 'discarded' }), () => discardDraft(by, { name, basis }));
}

export async function retireBrand(_before: FormState, form: FormData): Promise<FormState> {
  const { by, origin, name } = await studioPost(form);
  return press(form, brandPath(name), () => archiveBrand(by, { name, archived: true }, origin));
}

export async function bringBackBrand(_before: FormState, form: FormData): Promise<FormState> {
  const { by, origin, name } = await studioPost(form);
  return press(form, brandPath(name), () => archiveBrand(by, { name, archived: false }, origin));
}

/** Publishes an earlier version again. */
export async function restoreBrandVersion(_before: FormState, form: FormData): Promise<FormState> {
  const { by, origin, name, fields } = await studioPost(form);
  const versions = { version: versionOf(fields.version), current: versionOf(fields.current) };
  const to = brandPath(name, 'history', { done: 'published' });
  return press(form, to, () => restoreVersion(by, { name, ...versions }, origin));
}

/** Ends a conflict: the fields of which the user chose their own value go into the draft. */
export async function resolveBrandConflict(_before: StudioState, form: FormData): Promise<StudioState> {
  const { by, name, basis, fields } = await studioPost(form);
  const taken = Object.entries(fields).flatMap(([field, choice]) =>
    field.startsWith('choice/') && choice === 'mine' ? [field.slice('choice/'.length)] : []
  );
  return press(form, brandPath(name, '', { done: 'saved' }), () => resolveSetAside(by, { name, basis, taken }));
}
