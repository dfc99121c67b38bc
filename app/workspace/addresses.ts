import { notFound } from 'next/navigation';
import { z } from 'zod';
import { isId } from '@/lib/core/secrets/ids';

const idSchema = z.uuid();

/** An id of an address or a form; anything else leads nowhere. */
export function idOf(text: string | undefined): string {
  const id = idSchema.safeParse(text);
  return id.success ? id.data : notFound();
}

/** The form an action was sent: whoever calls one by hand may send anything in its place (F-16). */
export function sentForm(sent: unknown): FormData {
  return sent instanceof FormData ? sent : notFound();
}

/** A field of a form as text. */
export function textOf(form: FormData, name: string): string {
  const value = sentForm(form).get(name);
  // The database knows no text with a NUL in it.
  return typeof value === 'string' && !isTypedOver(form, name) ? value.replaceAll('\0', '') : '';
}

/** Whether a combobox was typed into since its value was chosen, be it before its script ran: the value then counts no more. */
function isTypedOver(form: FormData, name: string): boolean {
  const [typed, chosen] = [form.get(`${name}.typed`), form.get(`${name}.chosen`)];
  return typeof typed === 'string' && typeof chosen === 'string' && typed.trim() !== chosen.trim();
}

/** The form with this value in a combobox, as if it had been chosen there. */
export function withChosen(form: FormData, field: string, value: string): FormData {
  const chosen = new FormData();
  for (const [name, given] of form) if (name !== field && name !== `${field}.chosen`) chosen.append(name, given);
  chosen.append(field, value);
  return chosen;
}

/** The id in a form's hidden field. */
export const formId = (form: FormData, name = 'id'): string => idOf(textOf(form, name));

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The same where a form answers for itself: what is no id is nobody's, and refused there like what isn't to be found. */
export function formIdOrNobody(form: FormData, name = 'id'): string {
  const id = textOf(form, name);
  return isId(id) ? id : NOBODY;
}
