'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { optional } from '@/lib/core/entry/optional';
import { plainText } from '@/lib/core/entry/plain-text';
import type { Result } from '@/lib/core/entry/refusal';
import type { Outcome } from '@/lib/kit/setup/settle';
import { chargeCard, courseSchema, settleCharge } from '@/lib/money/processor/desk';
import { cancelRequest, closingSchema, submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest, declineRequest } from '@/lib/money/purchasing/decide-request';
import { cardOf } from '@/lib/money/purchasing/details';
import { entrySchema, lineField, MOST_LINES } from '@/lib/money/purchasing/entry';
import { offerForChange } from '@/lib/money/purchasing/offer-for-change';
import type { RevealedCard } from '@/lib/money/purchasing/processors/processor';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { changeRequest, createRequest } from '@/lib/money/purchasing/save-request';
import { showCard } from '@/lib/money/purchasing/show-card';
import { trySchema } from '@/lib/money/purchasing/try-purchase';
import { passphraseSchema } from '@/lib/money/suppliers/links/passphrase';
import { sendLink, withdrawLink } from '@/lib/money/suppliers/links/send-link';
import { retryPayment } from '@/lib/money/suppliers/retry-payment';
import { formId, textOf } from '../addresses';
import { busy, finish } from '../people/finish';
import { supplierAddress } from '../people/sign-in-address';
import { signedIn, signedInPrincipal } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import { type FormState, UNSENT } from '../ui/form-state';
import { parseForm, refusalState, typedIn, versionOf } from '../ui/parse-form';
import {
  closingFields,
  commentField,
  courseFields,
  passphraseFields,
  passwordFields,
  requestFields,
  tryFields
} from './fields';
import { offerForReader } from './offered';
import { requestHref } from './shown';

/** How many lines the form that was sent had. */
const linesIn = (form: FormData) =>
  Array.from({ length: MOST_LINES }, (_, index) => index + 1).filter((number) => form.has(lineField(number, 'tax')))
    .length;

/** Saves a new request as a draft. */
export async function create(_: FormState, form: FormData): Promise<FormState> {
  const templateId = formId(form, 'template');
  const { page, offer, group } = await offerForReader(templateId);
  const unknown = group ? 'purchase.template.unknown' : 'purchase.group.needed';
  if (!offer) return refusalState(page, [], { code: unknown }, form);
  const fields = requestFields(page, offer, linesIn(form), { groupId: group?.id ?? null });
  const parsed = parseForm(page, fields, entrySchema(offer), form);
  if (!parsed.ok) return parsed.state;
  const created = await createRequest(page.principal, { templateId, ...parsed.value }, page.origin);
  if (!created.ok) return refusedState(fields, created, form);
  redirect(`${requestHref(created.value)}?done=saved`);
}

/** Changes a request. */
export async function change(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const id = formId(form);
  const held = await seenRequest(principal, id);
  const offer = held && (await offerForChange(held));
  if (!offer) return refusalState(reader, [], { code: 'purchase.template.unknown' }, form);
  const fields = requestFields(reader, offer, linesIn(form), held);
  const parsed = parseForm(reader, fields, entrySchema(offer), form);
  if (!parsed.ok) return parsed.state;
  const changed = await changeRequest(principal, { id, version: versionOf(form) }, parsed.value, origin);
  if (!changed.ok) return refusedState(fields, changed, form);
  redirect(`${requestHref(id)}?done=saved`);
}

/** Every fault of a request at its field. */
async function refusedState(
  fields: readonly FieldSpec[],
  { refusals }: Extract<Outcome<unknown>, { ok: false }>,
  form: FormData
): Promise<FormState> {
  const reader = await signedInPrincipal();
  const states = refusals.map((refusal) => refusalState(reader, fields, refusal, form));
  const [first] = states;
  return { values: typedIn(fields, form), ...first, faults: states.flatMap(({ faults }) => faults) };
}

type Work = (
  reader: Awaited<ReturnType<typeof signedInPrincipal>>,
  seen: { id: string; version: number }
) => Promise<Result<null>>;

/** Runs a command on the request of a form, and leads back to its page. */
async function onRequest(
  form: FormData,
  done: string,
  work: Work,
  fields: readonly FieldSpec[] = []
): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  return finish(
    () => work(reader, { id, version: versionOf(form) }),
    () => `${requestHref(id)}?done=${done}`,
    { form, fields }
  );
}

export const submit = async (_: FormState, form: FormData): Promise<FormState> =>
  onRequest(form, 'submitted', ({ principal, origin }, seen) => submitRequest(principal, seen, origin));

/** Cancels a request that has no card. */
export const cancel = async (_: FormState, form: FormData): Promise<FormState> =>
  onRequest(form, 'cancelled', ({ principal, origin }, seen) => cancelRequest(principal, seen, null, origin));

/** Cancels a request and closes its card, which the form names. */
export async function closeCard(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields = closingFields(reader.t);
  const parsed = parseForm(reader, fields, closingSchema, form);
  if (!parsed.ok) return parsed.state;
  const { lastFour } = parsed.value;
  const work: Work = ({ principal, origin }, seen) => cancelRequest(principal, seen, lastFour, origin);
  return onRequest(form, 'cancelled', work, fields);
}

const approval = z.object({ comment: optional(plainText({ max: 1024, lines: true })) });
const refusalOfRequest = z.object({ comment: plainText({ max: 1024, lines: true }) });

export async function approve(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields = [commentField(reader.t, false)];
  const parsed = parseForm(reader, fields, approval, form);
  if (!parsed.ok) return parsed.state;
  const { comment } = parsed.value;
  const work: Work = ({ principal, origin }, seen) => approveRequest(principal, seen, comment, origin);
  return onRequest(form, 'approved', work, fields);
}

export async function decline(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields = [commentField(reader.t, true)];
  const parsed = parseForm(reader, fields, refusalOfRequest, form);
  if (!parsed.ok) return parsed.state;
  const { comment } = parsed.value;
  const work: Work = ({ principal, origin }, seen) => declineRequest(principal, seen, comment, origin);
  return onRequest(form, 'declined', work, fields);
}

/** Checks a purchase to try, and shows its answer on the request's page: it counts nothing. */
export async function tryOut(_: FormState, form: FormData): Promise<FormState> {
  const { principal, ...reader } = await signedInPrincipal();
  const id = formId(form);
  const request = await seenRequest(principal, id);
  const card = request && (await cardOf(request));
  if (!card) return refusalState(reader, [], { code: 'not.found' }, form);
  const parsed = parseForm(reader, tryFields(reader.t, card.controls.currency), trySchema, form);
  if (!parsed.ok) return parsed.state;
  const tried = Object.entries(parsed.value).filter((entry): entry is [string, string] => Boolean(entry[1]));
  redirect(`${requestHref(id)}?${new URLSearchParams(tried)}#tried`);
}

/** The card of a request, in the answer alone: its reader proves again who it is. */
export async function show(_: FormState, form: FormData): Promise<FormState & { card?: RevealedCard }> {
  const { actor, principal, brand, locale, origin } = await signedIn();
  const reader = await signedInPrincipal();
  const entry = { id: formId(form), password: textOf(form, 'password') };
  const shown = await showCard({ actor, principal, brand, locale }, entry, origin).catch(busy);
  return shown.ok
    ? { ...UNSENT, card: shown.value }
    : refusalState(reader, passwordFields(reader.t), shown.refusal, form);
}

/** Lets the merchant of a tried purchase ask the card, at the desk of the simulated processor. */
export async function charge(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const id = formId(form);
  const parsed = parseForm(reader, [], trySchema, form);
  if (!parsed.ok) return parsed.state;
  const charged = await chargeCard(principal, id, parsed.value, origin);
  if (!charged.ok) return refusalState(reader, [], charged.refusal, form);
  redirect(`${requestHref(id)}?done=charged`);
}

/** Sends a request's supplier the link to its card, with the passphrase that was typed or the one agreed on before. */
export async function informSupplier(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields = passphraseFields(reader.t, true);
  const parsed = parseForm(reader, fields, passphraseSchema, form);
  if (!parsed.ok) return parsed.state;
  const sent = { ...parsed.value, addressOf: await supplierAddress() };
  const work: SupplierWork = ({ principal, origin }, id) => sendLink(principal, id, sent, origin);
  return onSupplier(form, 'informed', work, fields);
}

/** Tries the payment of a request's supplier again. */
export const retry = async (_: FormState, form: FormData): Promise<FormState> =>
  onSupplier(form, 'retried', ({ principal, origin }, id) => retryPayment(principal, id, origin));

/** Withdraws that link. */
export const withdrawFromSupplier = async (_: FormState, form: FormData): Promise<FormState> =>
  onSupplier(form, 'saved', ({ principal, origin }, id) => withdrawLink(principal, id, origin));

type SupplierWork = (reader: Awaited<ReturnType<typeof signedInPrincipal>>, id: string) => Promise<Result<null>>;

async function onSupplier(
  form: FormData,
  done: string,
  work: SupplierWork,
  fields: readonly FieldSpec[] = []
): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const result = await work(reader, id);
  if (!result.ok) return refusalState(reader, fields, result.refusal, form);
  redirect(`${requestHref(id)}?done=${done}`);
}

/** Lets a merchant book, release or refund what it charged. */
export async function settle(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const requestId = formId(form);
  const fields = courseFields(reader.t, textOf(form, 'currency'));
  const parsed = parseForm(reader, fields, courseSchema, form);
  if (!parsed.ok) return parsed.state;
  const settled = await settleCharge(principal, { requestId, chargeId: formId(form, 'charge') }, parsed.value, origin);
  if (!settled.ok) return refusalState(reader, fields, settled.refusal, form);
  redirect(`${requestHref(requestId)}?done=settled`);
}
