'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { deleteRun, seenRun } from '@/lib/kit/reports/runs';
import { changeReport, createReport, deleteReport } from '@/lib/kit/reports/save-report';
import { shareReport, unshareReport } from '@/lib/kit/reports/share-report';
import { shareSchema } from '@/lib/kit/reports/shares';
import { runSchema, startRun } from '@/lib/kit/reports/start-run';
import { formId, idOf, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { askFields, askSchema } from './ask-fields';
import { sourceAsked } from './build/asked';
import { headingsIn, saveFields, saveFormSchema } from './build/save-fields';
import { periodWords } from './period-words';
import { reportFor } from './report-context';
import { runFields } from './run-fields';
import { shareFields } from './share-fields';

/** Saves the report of the builder, as a new one or as the one that its address names. */
export async function save(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, t, origin } = reader;
  const params = Object.fromEntries(new URLSearchParams(textOf(form, 'address')));
  const source = sourceAsked(principal, params);
  if (!source) return refusalState(reader, [], { code: 'report.not.permitted' }, form);
  const fields = saveFields(t, source);
  const parsed = parseForm(reader, fields, saveFormSchema(source), form);
  if (!parsed.ok) return parsed.state;
  const { name, ask } = parsed.value;
  const entry = {
    name,
    definition: { ...source.definition, ask, headings: headingsIn(parsed.value) }
  };
  const id = params.report;
  const saved = id
    ? await changeReport(LISTS, principal, { id, version: versionOf(form) }, entry, origin)
    : await createReport(LISTS, principal, entry, origin);
  if (!saved.ok) return refusalState(reader, fields, saved.refusal, form);
  revalidatePath('/workspace/reports', 'layout');
  redirect(`/workspace/reports/${saved.value}?done=saved`);
}

/** Deletes a saved report. */
export async function removeReport(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const deleted = await deleteReport(reader.principal, formId(form), reader.origin);
  if (!deleted.ok) return refusalState(reader, [], deleted.refusal, form);
  revalidatePath('/workspace/reports', 'layout');
  redirect('/workspace/reports?done=deleted');
}

/** Runs a report with the criteria of its form. */
export async function run(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, t, locale, origin } = reader;
  const id = textOf(form, 'id');
  const report = await reportFor(principal, id);
  const asked = report ? askFields(t, report) : [];
  const fields = runFields(t, (await periodWords(reader)).choices, asked);
  const parsed = parseForm(reader, fields, runSchema, form);
  if (!parsed.ok) return parsed.state;
  const answers = parseForm(reader, fields, askSchema(asked), form);
  if (!answers.ok) return answers.state;
  const wanted = { report: id, criteria: parsed.value, answers: answers.value, locale };
  const started = await startRun(LISTS, STANDARD_REPORTS, principal, wanted, origin);
  if (!started.ok) return refusalState(reader, fields, started.refusal, form);
  redirect(`/workspace/reports/completed/${started.value}`);
}

/** Stops the user's run while its file is written. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const one = await seenRun(reader.principal, id);
  const cancelled = one && (await cancelJob(reader.principal, one.jobId, reader.origin));
  if (!cancelled?.ok) return refusalState(reader, [], cancelled?.refusal ?? { code: 'not.found' }, form);
  revalidatePath('/workspace/reports', 'layout');
  redirect(`/workspace/reports/completed/${id}`);
}

/** Deletes a completed report with its file. */
export async function removeRun(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const deleted = await deleteRun(reader.principal, formId(form), reader.origin);
  if (!deleted.ok) return refusalState(reader, [], deleted.refusal, form);
  revalidatePath('/workspace/reports', 'layout');
  redirect('/workspace/reports/completed?done=deleted');
}

/** Shares a saved report with people, or with a place. */
export async function share(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, t, origin } = reader;
  const id = formId(form);
  const fields = shareFields(t, may(principal, 'shared_reports', 'modify'));
  const parsed = parseForm(reader, fields, shareSchema, form);
  if (!parsed.ok) return parsed.state;
  const shared = await shareReport(principal, { id, entry: parsed.value }, origin);
  if (!shared.ok) return refusalState(reader, fields, shared.refusal, form);
  revalidatePath('/workspace/reports', 'layout');
  redirect(`/workspace/reports/${id}/sharing?done=shared`);
}

/** Shares a saved report with a person or a place no more. */
export async function unshare(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const ended = await unshareReport(reader.principal, { id, shareId: idOf(textOf(form, 'share')) }, reader.origin);
  if (!ended.ok) return refusalState(reader, [], ended.refusal, form);
  revalidatePath('/workspace/reports', 'layout');
  redirect(`/workspace/reports/${id}/sharing?done=unshared`);
}
