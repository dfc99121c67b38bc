'use server';

import { redirect } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { changeDispute } from '@/lib/money/disputes/change-state';
import { seenDispute } from '@/lib/money/disputes/disputes';
import { changeDraft, discardDraft, openDispute } from '@/lib/money/disputes/draft';
import { type Response, respond } from '@/lib/money/disputes/network/respond';
import { noteCredit } from '@/lib/money/disputes/note-credit';
import { offeredReasons } from '@/lib/money/disputes/reasons';
import {
  creditSchema,
  type DisputeEntry,
  decisionSchema,
  disputeFormSchema,
  entryOf,
  withdrawalSchema
} from '@/lib/money/disputes/schema';
import type { Decision } from '@/lib/money/disputes/states';
import { addUsualReasons } from '@/lib/money/disputes/usual-reasons';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { formId, textOf } from '../addresses';
import { finish } from '../people/finish';
import { signedInFor } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { creditFields, decisionFields, disputeFields, withdrawalFields } from './fields';

const reading = () => signedInFor('disputes', 'view', 'disputes');
type Reader = Awaited<ReturnType<typeof reading>>;

const page = (id: string, done: string) => `/workspace/disputes/${id}?done=${done}`;
const shownIn = (form: FormData) => ({ id: formId(form), version: versionOf(form) });

/** Opens a dispute of a transaction as a draft. */
export async function open(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const transaction = await seenTransaction(reader.principal, formId(form, 'transactionId'));
  if (!transaction) return refusalState(reader, [], { code: 'not.found' }, form);
  const { issuerId, id, billedCurrency } = transaction;
  return saved(reader, form, { issuerId, currency: billedCurrency }, (entry) =>
    openDispute(reader.principal, id, entry, reader.origin)
  );
}

/** Saves the form of a draft. */
export async function save(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const shown = shownIn(form);
  const dispute = await seenDispute(reader.principal, shown.id);
  if (!dispute) return refusalState(reader, [], { code: 'not.found' }, form);
  return saved(reader, form, dispute, async (entry) => {
    const result = await changeDraft(reader.principal, shown, entry, reader.origin);
    return result.ok ? { ok: true, value: shown.id } : result;
  });
}

/** Parses the form by its reason, and stores it by a command that returns the dispute's id. */
async function saved(
  reader: Reader,
  form: FormData,
  { issuerId, currency }: { issuerId: string; currency: string },
  store: (entry: DisputeEntry) => Promise<Result<string>>
): Promise<FormState> {
  const wanted = textOf(form, 'reasonId');
  const reason = (await offeredReasons(issuerId)).find(({ id }) => id === wanted);
  if (!reason) return refusalState(reader, [], { code: 'dispute.reason.gone' }, form);
  const fields = disputeFields(reader.t, reason, currency);
  const parsed = parseForm(reader, fields, disputeFormSchema(reason), form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => store(entryOf(reason, parsed.value)),
    (id) => page(id, 'saved'),
    { form, fields }
  );
}

/** Discards a draft. */
export async function discard(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await reading();
  const shown = shownIn(form);
  return finish(
    () => discardDraft(principal, shown, origin),
    () => '/workspace/disputes?done=discarded',
    { form }
  );
}

/** Submits a draft: it can't be changed from then on (C4.034). */
export async function submit(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await reading();
  const shown = shownIn(form);
  return finish(
    () => changeDispute(principal, { ...shown, event: 'submit' }, origin),
    () => page(shown.id, 'submitted'),
    { form }
  );
}

/** Takes up a submitted dispute at the issuer's desk. */
export async function takeUp(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await reading();
  const shown = shownIn(form);
  return finish(
    () => changeDispute(principal, { ...shown, event: 'take_up' }, origin),
    () => page(shown.id, 'taken-up'),
    { form }
  );
}

/** Decides a dispute with a note. */
export async function decide(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const fields = decisionFields(reader.t, '');
  const parsed = parseForm(reader, fields, decisionSchema, form);
  return parsed.ok ? ended(reader, form, fields, parsed.value, 'decided') : parsed.state;
}

/** Withdraws a submitted dispute. */
export async function withdraw(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const fields = withdrawalFields(reader.t);
  const parsed = parseForm(reader, fields, withdrawalSchema, form);
  return parsed.ok ? ended(reader, form, fields, { ...parsed.value, event: 'withdraw' }, 'withdrawn') : parsed.state;
}

function ended(
  { principal, origin }: Reader,
  form: FormData,
  fields: readonly FieldSpec[],
  { event, reason: note, wonAmount }: { event: Decision | 'withdraw'; reason: string; wonAmount?: string | null },
  done: string
): Promise<FormState> {
  const shown = shownIn(form);
  return finish(
    () => changeDispute(principal, { ...shown, event, note, wonAmount }, origin),
    () => page(shown.id, done),
    { form, fields }
  );
}

/** Pursues the claim into the network's next stage. */
export async function pursue(_: FormState, form: FormData): Promise<FormState> {
  return answered(form, 'pursue', 'pursued');
}

/** Accepts the merchant's answer: the dispute is lost. */
export async function accept(_: FormState, form: FormData): Promise<FormState> {
  return answered(form, 'accept', 'accepted');
}

async function answered(form: FormData, response: Response, done: string): Promise<FormState> {
  const { principal, origin } = await reading();
  const shown = shownIn(form);
  return finish(
    () => respond(principal, shown, response, origin),
    () => page(shown.id, done),
    { form }
  );
}

/** Notes a provisional credit. */
export async function credit(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const fields = creditFields(reader.t, '');
  const parsed = parseForm(reader, fields, creditSchema, form);
  if (!parsed.ok) return parsed.state;
  const shown = shownIn(form);
  return finish(
    () => noteCredit(reader.principal, shown, parsed.value, reader.origin),
    () => page(shown.id, 'credited'),
    { form, fields }
  );
}

/** Adds the reasons that the product ships to the reader's issuer. */
export async function addReasons(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInFor('dispute_desk', 'view');
  const added = await addUsualReasons(reader.principal, reader.t, reader.origin);
  const [refusal] = added.ok ? [] : added.refusals;
  if (refusal) return refusalState(reader, [], refusal, form);
  redirect('/workspace/disputes/desk?done=reasons');
}
