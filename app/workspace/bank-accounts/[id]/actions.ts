'use server';

import { decideBankAccount, declineAccountSchema } from '@/lib/money/wallet/decide-account';
import { formId } from '../../addresses';
import { finish } from '../../people/finish';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm } from '../../ui/parse-form';
import { declineFields } from './fields';

const deciding = () => signedInFor('bank_accounts', 'approve', 'wallet');

/** Confirms a bank account. */
export async function confirm(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await deciding();
  return finish(
    () => decideBankAccount(principal, { id: formId(form), event: 'confirm' }, origin),
    () => '/workspace/bank-accounts?done=confirmed',
    { form }
  );
}

/** Declines a bank account, with a reason. */
export async function decline(_: FormState, form: FormData): Promise<FormState> {
  const reader = await deciding();
  const fields = declineFields(reader.t);
  const parsed = parseForm(reader, fields, declineAccountSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => decideBankAccount(reader.principal, { id: formId(form), event: 'decline', ...parsed.value }, reader.origin),
    () => '/workspace/bank-accounts?done=declined',
    { form, fields }
  );
}
