'use server';

import { notFound, redirect } from 'next/navigation';
import { may, type Principal } from '@/lib/access/policy/principal';
import type { Refusal } from '@/lib/core/entry/refusal';
import { acceptUpload } from '@/lib/core/files/uploads';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { recordPath, setUpPath } from '@/lib/kit/setup/address';
import { broughtFile, dropBroughtFile, keepBroughtFile, keepCheck } from '@/lib/kit/setup/brought-files';
import { changeRecord } from '@/lib/kit/setup/change-record';
import { checkedFor } from '@/lib/kit/setup/check-file';
import { copyRecord } from '@/lib/kit/setup/copy-record';
import { createRecord } from '@/lib/kit/setup/create-record';
import { deleteRecord } from '@/lib/kit/setup/delete-record';
import { ENTITIES } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import { importRecords } from '@/lib/kit/setup/import-records';
import { moveRecord } from '@/lib/kit/setup/move-record';
import { addressOf, type RecordListAddress, recordListSeen } from '@/lib/kit/setup/record-list';
import { recordSeen, type SetUpRecord } from '@/lib/kit/setup/records';
import { sentForm, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { versionOf } from '../ui/parse-form';
import { addressQuery, homeListPath, isAddress, isId, isRecord, listPath } from './address';
import { fieldSpecs } from './field-specs';
import { refusedState, sentWith } from './record-input';

type Seen = { issuerId: string; id: string };

function entityFor(principal: Principal, name: string): Entity {
  const entity = ENTITIES.get(name);
  if (!entity || !may(principal, entity.area, 'view')) notFound();
  return entity;
}

/** The current state of a form's record. */
async function recordFor(principal: Principal, entity: Entity, seen: Seen): Promise<SetUpRecord> {
  return (isRecord(seen) && (await recordSeen(principal, entity, seen))) || notFound();
}

/** The form of a record as its page renders it, for parsing the post and showing faults. */
async function formOf(entity: Entity, address: RecordListAddress, record: SetUpRecord | null) {
  const { principal, t, locale } = await signedInPrincipal();
  const place = isAddress(address) ? await recordListSeen(principal, entity, address) : null;
  if (!place) notFound();
  const values = record?.values ?? {};
  return fieldSpecs({ principal, t, locale, place, address, values, isNew: !record, labels: new Map() });
}

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
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const entity = entityFor(principal, name);
  const specs = await formOf(entity, address, null);
  const { values, refusals } = await sentWith(reader, entity, specs, form);
  if (refusals.length > 0) return refusedState(reader, specs, refusals, form);
  const created = await createRecord(principal, entity, address, values, origin);
  if (!created.ok) return refusedState(reader, specs, created.refusals, form);
  redirect(listPath(entity, address, { done: 'created' }));
}

export async function change(name: string, seen: Seen, _state: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const entity = entityFor(principal, name);
  const record = await recordFor(principal, entity, seen);
  const specs = await formOf(entity, addressOf(record), record);
  const { values, refusals } = await sentWith(reader, entity, specs, form);
  if (refusals.length > 0) return refusedState(reader, specs, refusals, form);
  const changed = await changeRecord(principal, entity, { ...seen, version: versionOf(form) }, values, origin);
  if (!changed.ok) return refusedState(reader, specs, changed.refusals, form);
  redirect(homeListPath(entity, record, { done: 'changed' }));
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

/** Stores an import file and shows its preview. */
export async function bring(
  name: string,
  address: RecordListAddress,
  _state: FormState,
  form: FormData
): Promise<FormState> {
  const { principal, t, origin } = await signedInPrincipal();
  const entity = entityFor(principal, name);
  const place = isAddress(address) ? await recordListSeen(principal, entity, address) : null;
  if (!place?.writable) notFound();
  const file = sentForm(form).get('file');
  const field = t('setup.import.file');
  const refused = ({ code, params }: Refusal): FormState => ({
    faults: [{ field: 'file', message: t(code, { field, ...params }) }],
    values: {}
  });
  if (!(file instanceof File) || file.size === 0) return refused({ code: 'required.field' });
  const upload = await acceptUpload(file, ['csv', 'xlsx'], principal, origin);
  if (!upload.ok) return refused(upload.refusal);
  const kept = await keepBroughtFile(principal, upload.value);
  redirect(setUpPath(`/${entity.name}/import`, { ...addressQuery(address), file: kept }));
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
