'use server';

import { revalidatePath } from 'next/cache';
import { notFound, redirect } from 'next/navigation';
import { LISTS } from '@/lib/composition/process/lists';
import { newId } from '@/lib/core/secrets/ids';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { type BulkTarget, bulkList, bulkTargetSchema, screenOf } from '@/lib/kit/bulk/bulk-lists';
import { listNamed } from '@/lib/kit/bulk/declared-lists';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { idOf, textOf } from '../addresses';
import type { BulkState } from '../listing/listing-bulk';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { refusalState } from '../ui/parse-form';
import { writeExtent } from './extent';
import { told } from './report';

/** Runs a bulk action on the selected rows or on all matching ones, and reports the outcome. */
export async function doToMany(target: BulkTarget, _state: BulkState, form: FormData): Promise<BulkState> {
  const { principal, origin, t } = await signedInPrincipal();
  const parsed = bulkTargetSchema.safeParse(target);
  if (!parsed.success) notFound();
  const extent = textOf(form, 'extent') === 'all' ? 'all' : { ids: form.getAll('ids').map((id) => idOf(String(id))) };
  const action = textOf(form, 'action');
  const screen = screenOf(LISTS, parsed.data, action);
  if (screen && (extent === 'all' || extent.ids.length > 0))
    redirect(`${screen}?${new URLSearchParams({ list: parsed.data.query, extent: writeExtent(extent) })}`);
  const parameters = { reason: textOf(form, `reason.${action}`) };
  const asked = await askBulk(LISTS, principal, parsed.data, { action, extent, parameters }, origin);
  if (!asked.ok)
    return {
      faults: [{ message: t(asked.refusal.code, { field: t('transaction.reason'), ...asked.refusal.params }) }]
    };
  if ('job' in asked.value) redirect(`/workspace/bulk/${asked.value.job}`);
  revalidatePath('/workspace', 'layout');
  const { groups } = asked.value;
  const list = bulkList(LISTS, parsed.data);
  const undo = list && Object.hasOwn(list.actions, action) ? list.actions[action]?.undo : undefined;
  const remarked = new Set(groups.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const ids = extent === 'all' ? [] : extent.ids.filter((id) => !remarked.has(id));
  return {
    faults: [],
    ...(undo && ids.length > 0 && { undo: { action: undo, ids } }),
    report: { ...told(t, asked.value, listNamed(LISTS, parsed.data.list, parsed.data.parameters)?.record), id: newId() }
  };
}

/** Stops the user's bulk action; finished rows stay changed. */
export async function stop(_state: FormState, form: FormData): Promise<FormState> {
  const page = await signedInPrincipal();
  const id = idOf(textOf(form, 'id'));
  const cancelled = await cancelJob(page.principal, id, page.origin);
  if (!cancelled.ok) return refusalState(page, [], cancelled.refusal, form);
  redirect(`/workspace/bulk/${id}`);
}
