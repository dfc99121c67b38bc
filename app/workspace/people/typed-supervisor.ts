import type { Principal } from '@/lib/access/principal';
import { supervisorNamed } from '@/lib/people/supervisor';
import { textOf } from '../addresses';

/** The form with the supervisor's id in it: without script there is only what was typed. */
export async function withTypedSupervisor(
  principal: Principal,
  supervised: { issuerId: string; id: string } | null,
  form: FormData
): Promise<FormData> {
  const typed = textOf(form, 'supervisorId.typed').trim();
  if (textOf(form, 'supervisorId') || !typed) return form;
  const id = await supervisorNamed(principal, supervised, typed);
  if (!id) return form;
  const resolved = new FormData();
  for (const [name, value] of form) if (name !== 'supervisorId') resolved.append(name, value);
  resolved.append('supervisorId', id);
  return resolved;
}
