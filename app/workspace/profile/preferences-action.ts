'use server';

import { parseSetCookie } from 'cookie';
import { revalidatePath } from 'next/cache';
import type { ResponseCookie } from 'next/dist/compiled/@edge-runtime/cookies';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { localeCookie } from '@/lib/core/http/cookies';
import { preferencesSchema, saveOwnPreferences } from '@/lib/directory/people/own-preferences';
import { signedInWith } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm } from '../ui/parse-form';
import { preferenceFields } from './preference-fields';

/** Saves the user's language and time zone. The cookie of the language would otherwise win over the saved one. */
export async function savePreferences(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInWith('profile');
  const parsed = parseForm(by, await preferenceFields(), preferencesSchema, form);
  if (!parsed.ok) return parsed.state;
  await saveOwnPreferences(by.actor, parsed.value, by.origin);
  const line = localeCookie(new Headers(await headers()), parsed.value.locale);
  (await cookies()).set(parseSetCookie(line) as ResponseCookie);
  revalidatePath('/workspace', 'layout');
  redirect('/workspace/profile?changed=preferences');
}
