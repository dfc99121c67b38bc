'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { ownFiscalStart } from '@/lib/kit/reports/period-days';
import { ownCycles } from '@/lib/kit/reports/schedules/cycles';
import { feedSources } from '@/lib/kit/reports/schedules/feed-sources';
import { mailRulesOf } from '@/lib/kit/reports/schedules/mail-rules';
import {
  deleteSchedule,
  pauseSchedule,
  restoreSchedule,
  resumeSchedule
} from '@/lib/kit/reports/schedules/pause-schedule';
import { changeSchedule, createSchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import { formId, idOf, textOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState, versionOf } from '../../ui/parse-form';
import { periodWords } from '../period-words';
import { scheduleFields } from './fields';

const LIST = '/workspace/reports/schedules';

async function parsing(form: FormData) {
  const reader = await signedInFor('report_schedules', 'view');
  const fields = scheduleFields(reader, {
    cycles: await ownCycles(reader.principal),
    hasFiscalYear: (await ownFiscalStart(reader.principal)) !== null,
    periods: (await periodWords(reader)).choices,
    feeds: await feedSources(LISTS, reader.principal),
    recipients: [],
    place: null,
    isProtected: true,
    mail: await mailRulesOf(reader.principal.issuerId)
  });
  return { reader, fields, parsed: parseForm(reader, fields, scheduleSchema, form) };
}

/** Schedules a report. */
export async function addSchedule(_: FormState, form: FormData): Promise<FormState> {
  const { reader, fields, parsed } = await parsing(form);
  if (!parsed.ok) return parsed.state;
  const wanted = { report: textOf(form, 'report'), entry: parsed.value };
  const added = await createSchedule(LISTS, STANDARD_REPORTS, reader.principal, wanted, reader.origin);
  if (!added.ok) return refusalState(reader, fields, added.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${added.value}?done=saved`);
}

/** Saves changes of a schedule. */
export async function saveSchedule(_: FormState, form: FormData): Promise<FormState> {
  const { reader, fields, parsed } = await parsing(form);
  if (!parsed.ok) return parsed.state;
  const wanted = { id: formId(form), version: versionOf(form), entry: parsed.value };
  const saved = await changeSchedule(LISTS, STANDARD_REPORTS, reader.principal, wanted, reader.origin);
  if (!saved.ok) return refusalState(reader, fields, saved.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${wanted.id}?done=saved`);
}

/** Pauses a schedule. */
export async function pause(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInFor('report_schedules', 'view');
  const id = formId(form);
  const paused = await pauseSchedule(reader.principal, id, reader.origin);
  if (!paused.ok) return refusalState(reader, [], paused.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${id}?done=paused`);
}

/** Has a paused schedule run again. */
export async function resume(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInFor('report_schedules', 'view');
  const id = formId(form);
  const resumed = await resumeSchedule(reader.principal, id, reader.origin);
  if (!resumed.ok) return refusalState(reader, [], resumed.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${id}?done=resumed`);
}

/** Deletes a schedule. */
export async function removeSchedule(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInFor('report_schedules', 'view');
  const id = formId(form);
  const deleted = await deleteSchedule(reader.principal, id, reader.origin);
  if (!deleted.ok) return refusalState(reader, [], deleted.refusal, form);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}?deleted=${id}`);
}

/** Takes the deletion of a schedule back. */
export async function restore(id: string): Promise<void> {
  const reader = await signedInFor('report_schedules', 'view');
  const restored = await restoreSchedule(reader.principal, idOf(id), reader.origin);
  revalidatePath(LIST, 'layout');
  redirect(`${LIST}/${idOf(id)}?done=${restored.ok ? 'restored' : 'late'}`);
}
