'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { todayAt } from '@/lib/directory/structure/reads/today';
import { changeAlertState, deleteAlert } from '@/lib/money/alerts/change-state';
import { changeAlert, createAlert } from '@/lib/money/alerts/save-alert';
import { alertSchema, ruleSchema } from '@/lib/money/alerts/schema';
import { snoozeAlert, snoozeSchema } from '@/lib/money/alerts/snooze';
import type { AlertEvent } from '@/lib/money/alerts/states';
import { integratorChoices } from '@/lib/money/suppliers/integrators';
import { formId } from '../addresses';
import { signedInFor } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { alertFields } from './fields';
import { type Looked, lookAt } from './look';
import { snoozeFields } from './snooze-fields';

const LIST = '/workspace/alerts';
const reading = () => signedInFor('alerts', 'view', 'alerts');

/** The integrator that a form names, which its list offers even if it is inactive by now. */
const integratorOf = (form: FormData): string | null => z.guid().safeParse(form.get('integratorId')).data ?? null;

async function parsing(form: FormData) {
  const reader = await reading();
  const integrators = await integratorChoices(reader.principal, integratorOf(form));
  const fields = alertFields(reader, { recipients: [], integrators });
  return { reader, fields, parsed: parseForm(reader, fields, alertSchema, form) };
}

/** Says what is in the form in words, with what it would have found; null while something is missing. */
export async function look(form: FormData): Promise<Looked | null> {
  const reader = await reading();
  const asked = alertFields(reader, { recipients: [], integrators: [] }).filter(
    ({ name }) => name !== 'name' && name !== 'recipients'
  );
  const parsed = parseForm(reader, asked, ruleSchema, form);
  return parsed.ok ? lookAt(reader, parsed.value) : null;
}

/** Sets up an alert. */
export async function addAlert(_: FormState, form: FormData): Promise<FormState> {
  const { reader, fields, parsed } = await parsing(form);
  if (!parsed.ok) return parsed.state;
  const added = await createAlert(reader.principal, parsed.value, reader.origin);
  if (!added.ok) return refusalState(reader, fields, added.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${added.value}?done=saved`);
}

/** Saves changes of an alert. */
export async function saveAlert(_: FormState, form: FormData): Promise<FormState> {
  const { reader, fields, parsed } = await parsing(form);
  if (!parsed.ok) return parsed.state;
  const wanted = { id: formId(form), version: versionOf(form), entry: parsed.value };
  const saved = await changeAlert(reader.principal, wanted, reader.origin);
  if (!saved.ok) return refusalState(reader, fields, saved.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${wanted.id}?done=saved`);
}

async function changing(form: FormData, event: AlertEvent): Promise<FormState> {
  const reader = await reading();
  const id = formId(form);
  const changed = await changeAlertState(reader.principal, { id, event }, reader.origin);
  if (!changed.ok) return refusalState(reader, [], changed.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${id}?done=${event}`);
}

/** Pauses an alert. */
export async function pauseAlert(_: FormState, form: FormData): Promise<FormState> {
  return changing(form, 'pause');
}

/** Has a paused alert watch again. */
export async function resumeAlert(_: FormState, form: FormData): Promise<FormState> {
  return changing(form, 'resume');
}

/** Snoozes an alert until a day. */
export async function snooze(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const today = await todayAt(reader.principal.issuerId);
  const fields = snoozeFields(reader.t, today);
  const parsed = parseForm(reader, fields, snoozeSchema(today), form);
  if (!parsed.ok) return parsed.state;
  const id = formId(form);
  const snoozed = await snoozeAlert(reader.principal, { id, ...parsed.value }, reader.origin);
  if (!snoozed.ok) return refusalState(reader, fields, snoozed.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${id}?done=snooze`);
}

/** Ends the snooze of an alert. */
export async function wakeAlert(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const id = formId(form);
  const woken = await snoozeAlert(reader.principal, { id, until: null }, reader.origin);
  if (!woken.ok) return refusalState(reader, [], woken.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${id}?done=resume`);
}

/** Deletes an alert with its reports. */
export async function removeAlert(_: FormState, form: FormData): Promise<FormState> {
  const reader = await reading();
  const deleted = await deleteAlert(reader.principal, formId(form), reader.origin);
  if (!deleted.ok) return refusalState(reader, [], deleted.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}?done=deleted`);
}
