'use server';

import { redirect } from 'next/navigation';
import type { Refusal } from '@/lib/core/entry/refusal';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { recordPath, setUpPath } from '@/lib/kit/setup/address';
import { broughtFile, dropBroughtFile, keepCheck } from '@/lib/kit/setup/brought-files';
import { checkedFor } from '@/lib/kit/setup/check-file';
import { copyRecord } from '@/lib/kit/setup/copy-record';
import { deleteRecord } from '@/lib/kit/setup/delete-record';
import { followRecord } from '@/lib/kit/setup/follow-record';
import { importRecords } from '@/lib/kit/setup/import-records';
import { moveRecord } from '@/lib/kit/setup/move-record';
import { addressOf, type RecordListAddress } from '@/lib/kit/setup/record-list';
import { sentForm, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { versionOf } from '../ui/parse-form';
import { homeListPath, isAddress, isId, listPath } from './address';
import { followSpecs } from './field-specs';
import { refusedState, sentWith } from './record-input';
import { entityFor, formOf, recordFor, type Seen, saveChanged, saveNew } from './save-record';

/** The state for a refusal that belongs to no field. */
const refusalsState = (t: Awaited<ReturnType<typeof signedInPrincipal>>['t'], refusals: Refusal[]): FormState => ({
  faults: refusals.map(({ code, params }) => ({ message: t(code, { field: '', ...params }) })),
  values: {}
});

export async function create(
  name: string,
  address: RecordListAddress,
  _state: FormState,
  form: FormData
): Promise<FormState> {
  const saved = await saveNew(name, address, sentForm(form));
  if ('state' in saved) return saved.state;
  redirect(saved.href);
}

export async function change(name: string, seen: Seen, _state: FormState, form: FormData): Promise<FormState> {
  const saved = await saveChanged(name, seen, sentForm(form));
  if ('state' in saved) return saved.state;
  redirect(saved.href);
}

export async function remove(name: string, seen: Seen, _state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, t } = await signedInPrincipal();
  const entity = entityFor(principal, name);
  const record = await recordFor(principal, entity, seen);
  const removed = await deleteRecord(principal, entity, { ...seen, version: versionOf(form) }, origin);
  if (!removed.ok) return refusalsState(t, removed.refusals);
  redirect(homeListPath(entity, record, { done: removed.value === 'deleted' ? 'deleted' : 'kept' }));
}

export async function activate(
  name: string,
  seen: Seen,
  active: boolean,
  _state: FormState,
  form: FormData
): Promise<FormState> {
  const { principal, origin, t } = await signedInPrincipal();
  const entity = entityFor(principal, name);
  await recordFor(principal, entity, seen);
  const done = await activateRecord(principal, entity, { ...seen, version: versionOf(form) }, active === true, origin);
  if (!done.ok) return refusalsState(t, done.refusals);
  redirect(recordPath(entity, seen, { done: active ? 'activated' : 'deactivated' }));
}

export async function move(name: string, seen: Seen, _state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, t } = await signedInPrincipal();
  const entity = entityFor(principal, name);
  const record = await recordFor(principal, entity, seen);
  const to = /^\d{1,6}$/.test(textOf(form, 'place')) ? Number(textOf(form, 'place')) : 0;
  if (to < 1)
    return {
      faults: [{ field: 'place', message: t('number.too.small', { field: t('setup.position'), minimum: 1 }) }],
      values: {}
    };
  const moved = await moveRecord(principal, entity, { ...seen, version: versionOf(form) }, to, origin);
  if (!moved.ok) return refusalsState(t, moved.refusals);
  redirect(homeListPath(entity, record, { done: 'moved' }));
}

export async function copy(name: string, seen: Seen, _state: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const entity = entityFor(principal, name);
  const record = await recordFor(principal, entity, seen);
  const specs = (await formOf(entity, addressOf(record), record)).filter((spec) =>
    entity.titleFields.includes(spec.name)
  );
  const { values } = await sentWith(reader, entity, specs, form);
  const job = await copyRecord(principal, entity, seen, values, origin);
  if (!job.ok) return refusedState(reader, specs, job.refusals, form);
  redirect(setUpPath(`/${entity.name}/${seen.id}/copy`, { issuer: seen.issuerId, job: job.value }));
}

/** Lets a new record follow a dated one from a day on. */
export async function follow(name: string, seen: Seen, _state: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const entity = entityFor(principal, name);
  const record = await recordFor(principal, entity, seen);
  const specs = followSpecs(entity, await formOf(entity, addressOf(record), null));
  const { values, refusals } = await sentWith(reader, entity, specs, form);
  if (refusals.length > 0) return refusedState(reader, specs, refusals, form);
  const followed = await followRecord(principal, entity, { ...seen, version: versionOf(form) }, values, origin);
  if (!followed.ok) return refusedState(reader, specs, followed.refusals, form);
  redirect(homeListPath(entity, record, { done: 'created' }));
}

/** Applies a stored import file. */
export async function takeOver(name: string, address: RecordListAddress, fileId: string): Promise<FormState> {
  const { principal, origin, t, locale } = await signedInPrincipal();
  const entity = entityFor(principal, name);
  const file = isAddress(address) && isId(fileId) ? await broughtFile(principal, fileId) : null;
  if (!file) return refusalsState(t, [{ code: 'setup.import.gone' }]);
  const report = await importRecords(principal, entity, address, file, { t, locale, apply: true }, origin);
  if ('code' in report) return refusalsState(t, [report]);
  if (!report.applied) {
    // The preview is outdated: the page shows the current faults.
    await keepCheck(principal, fileId, { for: checkedFor(entity, address, { t, locale }), outcome: report });
    return refusalsState(t, [{ code: 'setup.import.faults', params: { count: report.faultCount } }]);
  }
  await dropBroughtFile(principal, fileId);
  redirect(listPath(entity, address, { done: 'imported' }));
}
