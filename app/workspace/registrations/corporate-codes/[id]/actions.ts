'use server';

import { corporateCodeFormSchema, setCorporateCode } from '@/lib/directory/registration/corporate-code';
import { formId } from '../../../addresses';
import { finish } from '../../../people/finish';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { parseForm } from '../../../ui/parse-form';
import { codeFields } from './fields';

export async function saveCode(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInFor('registrations', 'modify');
  const fields = codeFields(reader.t, form.has('remove'));
  const parsed = parseForm(reader, fields, corporateCodeFormSchema, form);
  if (!parsed.ok) return parsed.state;
  const id = formId(form);
  return finish(
    () => setCorporateCode(principal, id, parsed.value, origin),
    () => '/workspace/registrations/corporate-codes?done=saved',
    { form, fields }
  );
}
