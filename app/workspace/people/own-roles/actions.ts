'use server';

import { z } from 'zod';
import { passwordSchema } from '@/lib/identity/password-schema';
import { userIdSchema } from '@/lib/identity/user-id';
import { confirmLink } from '@/lib/people/links/confirm-link';
import { signedInWith } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { finish } from '../finish';
import { confirmFields } from './fields';

const schema = z.object({ userId: userIdSchema, password: passwordSchema });

export async function confirmOwnLink(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, brand, ...reader } = await signedInWith('linking');
  const fields = confirmFields(reader.t);
  const parsed = parseForm(reader, fields, schema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => confirmLink(principal, parsed.value, { brand, locale: reader.locale }, origin),
    () => '/workspace/people/own-roles?done=linked',
    { form, fields }
  );
}
