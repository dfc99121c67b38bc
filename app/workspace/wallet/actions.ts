'use server';

import { cancelMandate } from '@/lib/money/rails/cancel-mandate';
import { addWalletAccount } from '@/lib/money/wallet/add-account';
import { makeDefault, removeWalletAccount } from '@/lib/money/wallet/change-wallet';
import { amountsSchema, confirmAmounts } from '@/lib/money/wallet/confirm-amounts';
import { walletAccountSchemas } from '@/lib/money/wallet/schema';
import { formId, textOf } from '../addresses';
import { finish } from '../people/finish';
import { signedInFor } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm } from '../ui/parse-form';
import { amountFields, walletFields } from './fields';

const keeping = () => signedInFor('wallet', 'modify', 'wallet');

/** Adds a bank account, by the schema of its scheme. */
export async function add(_: FormState, form: FormData): Promise<FormState> {
  const reader = await keeping();
  const fields = walletFields(reader.t);
  const schema = textOf(form, 'scheme') === 'us' ? walletAccountSchemas.us : walletAccountSchemas.iban;
  const parsed = parseForm(reader, fields, schema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => addWalletAccount(reader.principal, parsed.value, reader.origin),
    () => '/workspace/wallet?done=added',
    { form, fields }
  );
}

/** Takes the amounts of a bank account's micro-entries. */
export async function validate(_: FormState, form: FormData): Promise<FormState> {
  const reader = await keeping();
  const fields = amountFields(reader.t);
  const parsed = parseForm(reader, fields, amountsSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => confirmAmounts(reader.principal, { id: formId(form), ...parsed.value }, reader.origin),
    () => '/workspace/wallet?done=validated',
    { form, fields }
  );
}

/** Makes a bank account the default. */
export async function choose(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await keeping();
  return finish(
    () => makeDefault(principal, formId(form), origin),
    () => '/workspace/wallet?done=default',
    { form }
  );
}

/** Removes a bank account. */
export async function remove(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await keeping();
  return finish(
    () => removeWalletAccount(principal, formId(form), origin),
    () => '/workspace/wallet?done=removed',
    { form }
  );
}

/** Cancels the mandate of a bank account. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await keeping();
  return finish(
    () => cancelMandate(principal, formId(form), origin),
    () => '/workspace/wallet?done=mandate',
    { form }
  );
}
