'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { filesOf } from '@/lib/money/ledger/files';
import { ledgerLayouts } from '@/lib/money/ledger/layouts';
import { startReversal } from '@/lib/money/ledger/reverse';
import { placeTyped, selectionSchema } from '@/lib/money/ledger/selection';
import { startExport, writeAgain } from '@/lib/money/ledger/start-export';
import { reasonSchema } from '@/lib/money/transactions/schema';
import { formId, textOf, withChosen } from '../addresses';
import { signedInFor, signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState } from '../ui/parse-form';
import { exportFields, layoutField } from './new/export-fields';

/** Redirects to the preview of an export. */
export async function check(_: FormState, sent: FormData): Promise<FormState> {
  const reader = await signedInFor('ledger_exports', 'run');
  const { principal, t } = reader;
  // Without script only the typed text is sent.
  const form = textOf(sent, 'nodeId')
    ? sent
    : withChosen(sent, 'nodeId', await placeTyped(principal, textOf(sent, 'nodeId.typed')));
  const parsed = parseForm(reader, exportFields(t, await ledgerLayouts(principal)), selectionSchema, form);
  if (!parsed.ok) return parsed.state;
  const { nodeId, from, to, currency, layoutId } = parsed.value;
  redirect(
    `/workspace/ledger/new?${new URLSearchParams({ nodeId, from, to, ...(currency && { currency }), layoutId })}#would-heading`
  );
}

/** Starts an export as previewed. */
export async function start(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const parsed = parseForm(reader, [], selectionSchema, form);
  if (!parsed.ok) return parsed.state;
  const started = await startExport(reader.principal, parsed.value, reader.origin);
  if (!started.ok) return refusalState(reader, [], started.refusal, form);
  redirect(`/workspace/ledger/${started.value}`);
}

/** Writes an export again in another layout. */
export async function again(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, t, origin } = reader;
  const exportId = formId(form);
  const fields = [layoutField(t, await ledgerLayouts(principal))];
  const written = await writeAgain(principal, { exportId, layoutId: textOf(form, 'layoutId') }, origin);
  if (!written.ok) return refusalState(reader, fields, written.refusal, form);
  revalidatePath('/workspace/ledger', 'layout');
  redirect(`/workspace/ledger/${exportId}`);
}

/** Reverses a whole export, with a reason. */
export async function reverse(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const exportId = formId(form);
  const fields = [{ name: 'reason', label: reader.t('ledger.reason'), kind: 'text' as const, required: true }];
  const parsed = parseForm(reader, fields, reasonSchema, form);
  if (!parsed.ok) return parsed.state;
  const reversed = await startReversal(reader.principal, { exportId, ...parsed.value }, reader.origin);
  if (!reversed.ok) return refusalState(reader, fields, reversed.refusal, form);
  revalidatePath('/workspace/ledger', 'layout');
  redirect(`/workspace/ledger/${exportId}`);
}

/** Stops the user's export while its files are written; nothing is then exported. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const exportId = formId(form);
  const file = (await filesOf(reader.principal, exportId)).at(-1);
  const cancelled = file && (await cancelJob(reader.principal, file.jobId, reader.origin));
  if (!cancelled?.ok) return refusalState(reader, [], cancelled?.refusal ?? { code: 'not.found' }, form);
  revalidatePath('/workspace/ledger', 'layout');
  redirect(`/workspace/ledger/${exportId}`);
}
