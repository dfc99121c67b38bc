'use server';

import { requestLink } from '@/lib/directory/people/links/request-link';
import { formId } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { finish } from '../../finish';
import { refusalAddress } from '../../sign-in-address';
import { otherIdFields, otherIdSchema } from '../other-id-fields';

export async function linkUser(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('users', 'view');
  const primaryId = formId(form);
  const fields = otherIdFields(reader.t, 'user.link.other', primaryId);
  const parsed = parseForm(reader, fields, otherIdSchema, form);
  if (!parsed.ok) return parsed.state;
  const address = await refusalAddress();
  return finish(
    () => requestLink(principal, { primaryId, userId: parsed.value.userId }, address, origin),
    () => `/workspace/people/${primaryId}?done=linked`,
    { form, fields }
  );
}
