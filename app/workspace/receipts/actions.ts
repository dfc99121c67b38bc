'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { withoutCardNumbers } from '@/lib/core/secrets/card-digits';
import { renewReceiptAddress } from '@/lib/money/receipts/by-mail/addresses';
import { changeReceipt, removeReceipt } from '@/lib/money/receipts/change-receipt';
import { detachReceipt, matchReceipt } from '@/lib/money/receipts/match';
import { receiptSchema } from '@/lib/money/receipts/schema';
import { formId, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import { type FormState, UNSENT } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { receiptFields } from './shown';

const PAGE = '/workspace/receipts';

/** Leads to the receipts that have these words: posted, so that a typed card number doesn't get into an address (C9.009). */
export async function find(form: FormData): Promise<void> {
  await signedInPrincipal();
  const q = withoutCardNumbers(textOf(form, 'q').trim()).slice(0, 100);
  redirect(q ? `${PAGE}?${new URLSearchParams({ q })}` : PAGE);
}

/** Gives the reader an address for receipts, or another one. */
export async function renewAddress(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  return after(form, await renewReceiptAddress(principal, origin));
}

/** Stores what the reader says about a receipt in the box. */
export async function change(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const entry = parseForm(reader, receiptFields(reader.t), receiptSchema, form);
  if (!entry.ok) return entry.state;
  return after(form, await changeReceipt(reader.principal, formId(form), entry.value, reader.origin));
}

/** Removes a receipt from the box. */
export async function remove(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  return after(form, await removeReceipt(principal, formId(form), origin));
}

/** Matches a receipt of the box to a transaction. */
export async function match(form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const wanted = { receiptId: formId(form), transactionId: formId(form, 'transaction') };
  return after(form, await matchReceipt(principal, wanted, origin));
}

/** Takes a receipt off its transaction, back into the box. */
export async function detach(form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  return after(form, await detachReceipt(principal, formId(form), origin));
}

async function after<Value>(form: FormData, result: Result<Value>): Promise<FormState> {
  const reader = await signedInPrincipal();
  // After a refusal too: the page shows what stands now.
  revalidatePath(PAGE);
  return result.ok ? UNSENT : refusalState(reader, receiptFields(reader.t), result.refusal, form);
}
