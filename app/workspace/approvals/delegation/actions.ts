'use server';

import { delegate, withdrawDelegation } from '@/lib/money/approvals/delegate';
import { delegationSchema } from '@/lib/money/approvals/schema';
import { formId } from '../../addresses';
import { finish } from '../../people/finish';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { delegationFields } from './fields';

const PAGE = '/workspace/approvals/delegation';

export async function add(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const fields = delegationFields(reader.t);
  const parsed = parseForm(reader, fields, delegationSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => delegate(principal, parsed.value, origin),
    () => `${PAGE}?done=created`,
    { form, fields }
  );
}

export async function withdraw(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const id = formId(form);
  return finish(
    () => withdrawDelegation(principal, id, origin),
    () => `${PAGE}?done=withdrawn`,
    { form }
  );
}
