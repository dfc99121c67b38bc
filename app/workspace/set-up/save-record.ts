import { notFound } from 'next/navigation';
import { may, type Principal } from '@/lib/access/policy/principal';
import { changeRecord } from '@/lib/kit/setup/change-record';
import { createRecord } from '@/lib/kit/setup/create-record';
import { ENTITIES } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import { addressOf, type RecordListAddress, recordListSeen } from '@/lib/kit/setup/record-list';
import { recordSeen, type SetUpRecord } from '@/lib/kit/setup/records';
import { signedInPrincipal } from '../signed-in';
import { versionOf } from '../ui/parse-form';
import type { UploadAnswer } from '../ui/upload-answer';
import { homeListPath, isAddress, isRecord, listPath } from './address';
import { fieldSpecs } from './field-specs';
import { refusedState, sentWith } from './record-input';

export type Seen = { issuerId: string; id: string };

/** The entity of a form; not found for users without access to it. */
export function entityFor(principal: Principal, name: string): Entity {
  const entity = ENTITIES.get(name);
  if (!entity || !may(principal, entity.area, 'view')) notFound();
  return entity;
}

/** The current state of a form's record. */
export async function recordFor(principal: Principal, entity: Entity, seen: Seen): Promise<SetUpRecord> {
  return (isRecord(seen) && (await recordSeen(principal, entity, seen))) || notFound();
}

/** The form of a record as its page renders it, for parsing the post and showing faults. */
export async function formOf(entity: Entity, address: RecordListAddress, record: SetUpRecord | null) {
  const { principal, t, locale } = await signedInPrincipal();
  const place = isAddress(address) ? await recordListSeen(principal, entity, address) : null;
  if (!place) notFound();
  const values = record?.values ?? {};
  return fieldSpecs({ principal, t, locale, place, address, values, isNew: !record, labels: new Map() });
}

/** Creates the record of a form, and leads to its list. */
export async function saveNew(name: string, address: RecordListAddress, form: FormData): Promise<UploadAnswer> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const entity = entityFor(principal, name);
  const specs = await formOf(entity, address, null);
  const { values, refusals } = await sentWith(reader, entity, specs, form);
  if (refusals.length > 0) return { state: refusedState(reader, specs, refusals, form) };
  const created = await createRecord(principal, entity, address, values, origin);
  if (!created.ok) return { state: refusedState(reader, specs, created.refusals, form) };
  return { href: listPath(entity, address, { done: 'created' }) };
}

/** Changes the record of a form, and leads to its list. */
export async function saveChanged(name: string, seen: Seen, form: FormData): Promise<UploadAnswer> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const entity = entityFor(principal, name);
  const record = await recordFor(principal, entity, seen);
  const specs = await formOf(entity, addressOf(record), record);
  const { values, refusals } = await sentWith(reader, entity, specs, form);
  if (refusals.length > 0) return { state: refusedState(reader, specs, refusals, form) };
  const changed = await changeRecord(principal, entity, { ...seen, version: versionOf(form) }, values, origin);
  if (!changed.ok) return { state: refusedState(reader, specs, changed.refusals, form) };
  return { href: homeListPath(entity, record, { done: 'changed' }) };
}
