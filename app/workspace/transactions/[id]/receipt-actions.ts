'use server';

import { notFound } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { detachReceipt, matchReceipt } from '@/lib/money/receipts/match';
import { formId } from '../../addresses';
import { type AttachmentsState, shownAttachments } from '../../attachments/shown';
import { shownReceipts } from '../../receipts/shown';
import { signedInPrincipal } from '../../signed-in';
import { refusalState } from '../../ui/parse-form';

// Neither action has the page rendered again: what is typed into the form of the transaction stays.

/** Matches a receipt of the reader's box to the transaction of the page. */
export async function matchHere(_: AttachmentsState, form: FormData): Promise<AttachmentsState> {
  const { principal, origin } = await signedInPrincipal();
  const wanted = { receiptId: formId(form), transactionId: formId(form, 'record') };
  return after(form, await matchReceipt(principal, wanted, origin));
}

/** Takes the reader's receipt off the transaction, back into the box. */
export async function detachHere(_: AttachmentsState, form: FormData): Promise<AttachmentsState> {
  const { principal, origin } = await signedInPrincipal();
  return after(form, await detachReceipt(principal, formId(form), origin));
}

async function after(form: FormData, result: Result<string>): Promise<AttachmentsState> {
  const reader = await signedInPrincipal();
  const id = formId(form, 'record');
  const shown = (await shownAttachments(reader, { entity: 'transaction', id })) ?? notFound();
  const state = result.ok ? { faults: [], values: {} } : refusalState(reader, [], result.refusal, form);
  return { ...state, files: shown.files, receipts: await shownReceipts(reader, id) };
}
