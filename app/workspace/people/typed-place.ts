import type { Role } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import { placeNamed } from '@/lib/directory/people/places';
import { textOf, withChosen } from '../addresses';

/** Adds the place's id to the form: without script only the typed text is sent. */
export async function withTypedPlace(
  principal: Principal,
  role: Role,
  form: FormData,
  field = 'place'
): Promise<FormData> {
  const typed = textOf(form, `${field}.typed`).trim();
  if (textOf(form, field) || !typed) return form;
  const id = await placeNamed(principal, role, typed);
  return id ? withChosen(form, field, id) : form;
}
