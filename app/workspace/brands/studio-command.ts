import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { sentForm, textOf } from '../addresses';
import { finish } from '../people/finish';
import type { FormState } from '../ui/form-state';
import { administrator } from './administrator';
import { brandPath } from './brand-path';

/** What an action of the studio gets: the administrator, the brand that its form names, and the form's texts. */
export async function studioPost(form: FormData) {
  const { by, origin, t, locale } = await administrator();
  const sent = [...sentForm(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const name = textOf(form, 'brand');
  return { by, origin, reader: { t, locale }, name, basis: textOf(form, 'basis'), fields: Object.fromEntries(sent) };
}

/** The result of saving an edit; one that met somebody else's leads to the page that shows both. */
export async function orConflict<T>(name: string, saving: Promise<Result<T>>): Promise<Result<T>> {
  const saved = await saving;
  if (!saved.ok && saved.refusal.code === 'brand.conflict.title') redirect(brandPath(name, 'conflict'));
  return saved;
}

/** Runs the command of a button and leads to the page that shows it; a refused one shows what the brand is now. */
export function press<T>(form: FormData, to: string, command: () => Promise<Result<T>>): Promise<FormState> {
  const work = async () => {
    const result = await command();
    if (!result.ok) readAgain();
    return result;
  };
  return finish(work, () => to, { form });
}

/** The page that an action answers with is read again. */
export const readAgain = () => revalidatePath('/workspace/brands', 'layout');
