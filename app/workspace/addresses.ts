import { notFound } from 'next/navigation';
import { z } from 'zod';
import { isId } from '@/lib/core/secrets/ids';

const idSchema = z.uuid();

/** An id in an address or a form; any other value is not found. */
export function idOf(text: string | undefined): string {
  const id = idSchema.safeParse(text);
  return id.success ? id.data : notFound();
}

/** The form sent to an action: a caller without the page can send any value (F-16). */
export function sentForm(sent: unknown): FormData {
  return sent instanceof FormData ? sent : notFound();
}

/** A field of a form as text. */
export function textOf(form: FormData, name: string): string {
  const value = sentForm(form).get(name);
  // PostgreSQL text can't contain NUL.
  return typeof value === 'string' && !isTypedOver(form, name) ? value.replaceAll('\0', '') : '';
}

/**
 * Whether a combobox was edited after its value was chosen, even before its script ran; the value then no longer
 * counts.
 */
function isTypedOver(form: FormData, name: string): boolean {
  const [typed, chosen] = [form.get(`${name}.typed`), form.get(`${name}.chosen`)];
  return typeof typed === 'string' && typeof chosen === 'string' && typed.trim() !== chosen.trim();
}

/** The form with this value set in a combobox, as if the user had chosen it. */
export function withChosen(form: FormData, field: string, value: string): FormData {
  const chosen = new FormData();
  for (const [name, given] of form) if (name !== field && name !== `${field}.chosen`) chosen.append(name, given);
  chosen.append(field, value);
  return chosen;
}

/** The id in a form's hidden field. */
export const formId = (form: FormData, name = 'id'): string => idOf(textOf(form, name));

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The same for a form that shows its own errors: an invalid id is refused there like an unknown one. */
export function formIdOrNobody(form: FormData, name = 'id'): string {
  const id = textOf(form, name);
  return isId(id) ? id : NOBODY;
}
