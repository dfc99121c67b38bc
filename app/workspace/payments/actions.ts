'use server';

import { redirect } from 'next/navigation';
import { newId } from '@/lib/core/secrets/ids';
import { accountsOffered } from '@/lib/directory/structure/offered-accounts';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { makePayment } from '@/lib/money/payments/make-payment';
import { payableAccount } from '@/lib/money/payments/payable';
import { payableSchema, paymentFormSchema, paymentSchema } from '@/lib/money/payments/schema';
import { paymentTerms } from '@/lib/money/payments/terms';
import { formId, textOf } from '../addresses';
import { finish } from '../people/finish';
import { signedInFor } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { authorizationOf } from './authorization';
import { accountFields, paymentFields } from './fields';
import { offerFor } from './offer';

const paying = () => signedInFor('payments', 'modify', 'bill.pay');

/** Chooses the account that is paid for, once or of each statement. */
export async function chooseAccount(_: FormState, form: FormData): Promise<FormState> {
  const reader = await paying();
  const fields = accountFields(reader.t, await accountsOffered(reader.principal));
  const parsed = parseForm(reader, fields, payableSchema, form);
  if (!parsed.ok) return parsed.state;
  const account = await payableAccount(reader.principal, parsed.value.accountId);
  if (!account) return refusalState(reader, fields, { code: 'payment.account.gone', field: 'accountId' }, form);
  const of = textOf(form, 'recurring') ? 'recurring/new' : 'new';
  redirect(`/workspace/payments/${of}?account=${account.id}`);
}

/** Checks the first step of a payment, and leads to its review. The key of the form is given here, once. */
export async function review(_: FormState, form: FormData): Promise<FormState> {
  const reader = await paying();
  const { principal, t, format } = reader;
  const account = await payableAccount(principal, formId(form, 'accountId'));
  if (!account) return refusalState(reader, [], { code: 'not.found' }, form);
  const offer = await offerFor(principal, account);
  const fields = paymentFields(t, format, offer);
  const parsed = parseForm(reader, fields, paymentFormSchema, form);
  if (!parsed.ok) return parsed.state;
  const { pays, walletAccountId, payOn } = parsed.value;
  const amount = parsed.value.pays === 'other' ? parsed.value.amount : offer.balance[parsed.value.pays];
  const { statementId } = offer.balance;
  const wanted = {
    accountId: account.id,
    walletAccountId,
    payOn,
    amount,
    ...(pays === 'statement' && statementId && { statementId })
  };
  const terms = await paymentTerms(principal, wanted);
  if (!terms.ok) {
    const { field } = terms.refusal;
    const shown = field === 'amount' && pays !== 'other' ? 'pays' : field;
    return refusalState(reader, fields, { ...terms.refusal, field: shown }, form);
  }
  redirect(`/workspace/payments/review?${new URLSearchParams({ ...wanted, key: newId() })}`);
}

/** Makes the payment that was reviewed: once, however often the button is pressed. */
export async function confirm(_: FormState, form: FormData): Promise<FormState> {
  const reader = await paying();
  const { principal, origin } = reader;
  const names = ['accountId', 'walletAccountId', 'payOn', 'amount', 'key', 'statementId'] as const;
  const typed = names.flatMap((name): [string, string][] => (textOf(form, name) ? [[name, textOf(form, name)]] : []));
  const entry = paymentSchema.safeParse(Object.fromEntries(typed));
  if (!entry.success) return refusalState(reader, [], { code: 'not.found' }, form);
  const terms = await paymentTerms(principal, entry.data);
  // Without terms no words are agreed to: a payment that was made with this form before is found all the same.
  const words = terms.ok ? await authorizationOf(reader, terms.value, entry.data) : null;
  return finish(
    () => makePayment(principal, entry.data, words, origin),
    (id) => `/workspace/payments/${id}?done=made`,
    { form }
  );
}

/** Cancels a payment. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await paying();
  const id = formId(form);
  return finish(
    () => cancelPayment(principal, id, origin),
    () => `/workspace/payments/${id}?done=cancelled`,
    { form }
  );
}
