import type { Principal } from '@/lib/access/policy/principal';
import { supervisorNamed } from '@/lib/directory/people/supervisor';
import type { UserRecord } from '@/lib/directory/people/user-record';
import { textOf, withChosen } from '../addresses';

const FIELD = 'supervisorId';

/**
 * Adds the supervisor's id to the form. Without script only the typed text changes: the initial id no longer counts if
 * the text differs from its `label` (W5).
 */
export async function withTypedSupervisor(
  principal: Principal,
  supervised: Pick<UserRecord, 'issuerId' | 'id' | 'supervisor'> | null,
  form: FormData,
  label = ''
): Promise<FormData> {
  const [chosen, typed] = [textOf(form, FIELD), textOf(form, `${FIELD}.typed`).trim()];
  const isTheOldOne = chosen !== '' && chosen === supervised?.supervisor?.id;
  if (isTheOldOne ? typed === label || !form.has(`${FIELD}.typed`) : chosen !== '' || typed === '') return form;
  const id = typed === '' ? '' : await supervisorNamed(principal, supervised, typed);
  return withChosen(form, FIELD, id ?? '');
}
