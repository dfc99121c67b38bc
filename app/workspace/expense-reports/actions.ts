'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { outOfPocketTypes, typesToChoose } from '@/lib/money/expense-policies/types-to-choose';
import { setAgainstAdvance, takeOffAdvance } from '@/lib/money/expenses/advances/set-against';
import { allowanceSchema } from '@/lib/money/expenses/allowance-schema';
import { addAllowance, changeAllowance } from '@/lib/money/expenses/change-allowances';
import { changeDetails } from '@/lib/money/expenses/change-details';
import { addCharges, addOwnMoney, changeOwnMoney, explainLine, removeLine } from '@/lib/money/expenses/change-lines';
import { changeReport } from '@/lib/money/expenses/change-report';
import { addTrip, changeTrip } from '@/lib/money/expenses/change-trips';
import { linesOf } from '@/lib/money/expenses/lines';
import { createReport, deleteReport, editReport } from '@/lib/money/expenses/make-report';
import { signMissingReceipt, withdrawMissingReceipt } from '@/lib/money/expenses/missing-receipt';
import { markPersonal, unmarkPersonal } from '@/lib/money/expenses/personal-share';
import { seenReport } from '@/lib/money/expenses/report';
import {
  chargeDetailsSchema,
  chargesSchema,
  declineSchema,
  explanationSchema,
  missingReceiptSchema,
  ownMoneyDetailsSchema,
  personalSchema,
  reportSchema,
  rerouteSchema
} from '@/lib/money/expenses/schema';
import { tripSchema } from '@/lib/money/expenses/trip-schema';
import { formId, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { allowanceFields, allowanceOffer } from './allowance-fields';
import { chargeFields, detailsIn } from './detail-fields';
import { explanationFields } from './explanation-fields';
import { ownFields } from './own-fields';
import { personalFields } from './personal-fields';
import { accountOptions, reportFields } from './report-fields';
import { rerouteFields } from './reroute-fields';
import { statementFields } from './statement-fields';
import { tripFields, tripOffer } from './trip-fields';

const PAGE = '/workspace/expense-reports';

/** Makes a report and opens it. */
export async function create(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields = reportFields(reader.t, await accountOptions(reader.principal));
  const parsed = parseForm(reader, fields, reportSchema, form);
  if (!parsed.ok) return parsed.state;
  const made = await createReport(reader.principal, parsed.value, reader.origin);
  return after(made, form, fields, (id) => `${PAGE}/${id}?done=created`);
}

/** Changes the head of a report. */
export async function edit(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const fields = reportFields(reader.t, null);
  const parsed = parseForm(reader, fields, reportSchema, form);
  if (!parsed.ok) return parsed.state;
  const entry = { ...parsed.value, version: versionOf(form) };
  return after(
    await editReport(reader.principal, id, entry, reader.origin),
    form,
    fields,
    () => `${PAGE}/${id}?done=saved`
  );
}

/** Deletes a report. */
export async function remove(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  return after(await deleteReport(principal, formId(form), origin), form, [], () => `${PAGE}?done=deleted`);
}

/** Puts card charges on a report. */
export async function putCharges(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const fields: FieldSpec[] = [{ name: 'charges', label: reader.t('expense.charges.choose'), kind: 'multi-select' }];
  const parsed = parseForm(reader, fields, chargesSchema, form);
  if (!parsed.ok) return parsed.state;
  const added = await addCharges(reader.principal, id, parsed.value.charges, reader.origin);
  return after(added, form, fields, () => `${PAGE}/${id}?done=saved`);
}

/** Adds an expense from one's own money, or changes it; a new one opens to take its receipt. */
export async function saveOwn(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const id = formId(form);
  const report = await seenReport(principal, id);
  if (!report) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = ownFields(reader.t, await outOfPocketTypes(report), report.currency);
  const parsed = parseForm(reader, fields, ownMoneyDetailsSchema, form);
  if (!parsed.ok) return parsed.state;
  const entry = { ...parsed.value, details: detailsIn(parsed.value, form) };
  if (textOf(form, 'line')) {
    const changed = await changeOwnMoney(principal, { id, lineId: formId(form, 'line') }, entry, origin);
    return after(changed, form, fields, () => `${PAGE}/${id}?done=saved`);
  }
  const added = await addOwnMoney(principal, id, entry, origin);
  return after(added, form, fields, (line) => `${PAGE}/${id}/own-money/${line}?done=added`);
}

/** Says what a card charge was for. */
export async function saveDetails(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const [id, lineId] = [formId(form), formId(form, 'line')];
  const report = await seenReport(reader.principal, id);
  if (!report) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = chargeFields(reader.t, await typesToChoose(report), report.currency);
  const parsed = parseForm(reader, fields, chargeDetailsSchema, form);
  if (!parsed.ok) return parsed.state;
  const entry = { expenseTypeId: parsed.value.expenseTypeId, details: detailsIn(parsed.value, form) };
  const changed = await changeDetails(reader.principal, { id, lineId }, entry, reader.origin);
  return after(changed, form, fields, () => `${PAGE}/${id}?done=saved`);
}

/** Adds a trip by its distance, or changes it. */
export async function saveTrip(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const id = formId(form);
  const report = await seenReport(principal, id);
  if (!report) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = tripFields(reader, await tripOffer(report));
  const parsed = parseForm(reader, fields, tripSchema, form);
  if (!parsed.ok) return parsed.state;
  const lineId = textOf(form, 'line') && formId(form, 'line');
  const saved = lineId
    ? await changeTrip(principal, { id, lineId }, parsed.value, origin)
    : await addTrip(principal, id, parsed.value, origin);
  return after<unknown>(saved, form, fields, () => `${PAGE}/${id}?done=saved`);
}

/**
 * Adds a day allowance, or changes it. A new one, and one of other days, opens again, so that the meals of its days can be
 * ticked.
 */
export async function saveAllowance(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const id = formId(form);
  const report = await seenReport(principal, id);
  if (!report) return refusalState(reader, [], { code: 'not.found' }, form);
  const lineId = textOf(form, 'line') && formId(form, 'line');
  const line = lineId ? (await linesOf(report)).find((one) => one.id === lineId) : undefined;
  const days = line?.allowance?.days.map(({ day }) => day) ?? [];
  const fields = allowanceFields(reader, await allowanceOffer(report), days);
  const parsed = parseForm(reader, fields, allowanceSchema, form);
  if (!parsed.ok) return parsed.state;
  const saved = lineId
    ? await changeAllowance(principal, { id, lineId }, parsed.value, origin)
    : await addAllowance(principal, id, parsed.value, origin);
  const { firstDay, lastDay } = parsed.value;
  const isOfSameDays = firstDay === line?.allowance?.firstDay && lastDay === line.allowance.lastDay;
  return after<string | null>(saved, form, fields, (made) =>
    isOfSameDays ? `${PAGE}/${id}?done=saved` : `${PAGE}/${id}/allowance/${made ?? lineId}?done=added`
  );
}

/** Explains an expense of a report. */
export async function explain(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const [id, lineId] = [formId(form), formId(form, 'line')];
  const fields = explanationFields(reader.t);
  const parsed = parseForm(reader, fields, explanationSchema, form);
  if (!parsed.ok) return parsed.state;
  const explained = await explainLine(reader.principal, { id, lineId }, parsed.value.explanation, reader.origin);
  return after(explained, form, fields, () => `${PAGE}/${id}?done=saved`);
}

/** Signs that an expense of a report has no receipt. */
export async function signStatement(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const [id, lineId] = [formId(form), formId(form, 'line')];
  const fields = statementFields(reader.t);
  const parsed = parseForm(reader, fields, missingReceiptSchema, form);
  if (!parsed.ok) return parsed.state;
  const signed = await signMissingReceipt(reader.principal, { id, lineId }, parsed.value, reader.origin);
  return after(signed, form, fields, () => `${PAGE}/${id}?done=signed`);
}

/** Withdraws what was signed about a missing receipt. */
export async function withdrawStatement(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const id = formId(form);
  const withdrawn = await withdrawMissingReceipt(principal, { id, lineId: formId(form, 'line') }, origin);
  return after(withdrawn, form, [], () => `${PAGE}/${id}?done=saved`);
}

/** Marks a card charge of a report as personal, whole or in part. */
export async function markCharge(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const [id, lineId] = [formId(form), formId(form, 'line')];
  const report = await seenReport(reader.principal, id);
  if (!report) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = personalFields(reader.t, report.currency);
  const parsed = parseForm(reader, fields, personalSchema, form);
  if (!parsed.ok) return parsed.state;
  const marked = await markPersonal(reader.principal, { id, lineId }, parsed.value.amount, reader.origin);
  return after(marked, form, fields, () => `${PAGE}/${id}?done=saved`);
}

/** Says that nothing of a card charge was personal. */
export async function unmarkCharge(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const id = formId(form);
  const unmarked = await unmarkPersonal(principal, { id, lineId: formId(form, 'line') }, origin);
  return after(unmarked, form, [], () => `${PAGE}/${id}?done=saved`);
}

/** Sets a report against a cash advance. */
export async function setAgainst(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const id = formId(form);
  const set = await setAgainstAdvance(principal, { id, advanceId: formId(form, 'advanceId') }, origin);
  return after(set, form, [], () => `${PAGE}/${id}?done=saved`);
}

/** Takes a report off a cash advance. */
export async function takeOffShare(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const id = formId(form);
  const taken = await takeOffAdvance(principal, { id, advanceId: formId(form, 'advanceId') }, origin);
  return after(taken, form, [], () => `${PAGE}/${id}?done=saved`);
}

/** Takes a line off a report. */
export async function takeOff(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const id = formId(form);
  const removed = await removeLine(principal, { id, lineId: formId(form, 'line') }, origin);
  return after(removed, form, [], () => `${PAGE}/${id}?done=saved`);
}

/** Submits a report. */
export const submit = async (_: FormState, form: FormData): Promise<FormState> => change(form, 'submit');

/** Takes a submitted report back. */
export const recall = async (_: FormState, form: FormData): Promise<FormState> => change(form, 'recall');

/** Approves a report. */
export const approve = async (_: FormState, form: FormData): Promise<FormState> => change(form, 'approve');

async function change(form: FormData, event: 'submit' | 'recall' | 'approve'): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const id = formId(form);
  const changed = await changeReport(principal, id, { event, version: versionOf(form) }, origin);
  return after(changed, form, [], () => `${PAGE}/${id}?done=${event}`);
}

/** Sends a report back to its owner with a comment. */
export async function decline(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields: FieldSpec[] = [
    { name: 'reason', label: reader.t('expense.report.comment'), kind: 'textarea', required: true }
  ];
  const parsed = parseForm(reader, fields, declineSchema, form);
  if (!parsed.ok) return parsed.state;
  const wanted = { event: 'decline', version: versionOf(form), ...parsed.value } as const;
  const changed = await changeReport(reader.principal, formId(form), wanted, reader.origin);
  // Its approver no longer sees what is its owner's to change.
  return after(changed, form, fields, () => `${PAGE}/approvals?done=decline`);
}

/** Reroutes a report to another approver. */
export async function reroute(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const fields = rerouteFields(reader.t, id);
  const parsed = parseForm(reader, fields, rerouteSchema, form);
  if (!parsed.ok) return parsed.state;
  const { approver, reason } = parsed.value;
  const wanted = { event: 'reroute', version: versionOf(form), approver, reason: reason ?? undefined } as const;
  const changed = await changeReport(reader.principal, id, wanted, reader.origin);
  return after(changed, form, fields, () => `${PAGE}/${id}?done=reroute`);
}

/** Leads to the page with the outcome; a refusal returns to the form. */
async function after<Value>(
  result: Result<Value>,
  form: FormData,
  fields: readonly FieldSpec[],
  to: (value: Value) => string
): Promise<FormState> {
  if (!result.ok) return refusalState(await signedInPrincipal(), fields, result.refusal, form);
  revalidatePath('/workspace', 'layout');
  redirect(to(result.value));
}
