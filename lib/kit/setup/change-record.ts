import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { writable } from './create-record';
import type { Entity } from './entity';
import type { Values } from './field';
import { frozenFault } from './frozen';
import { addressOf, mayEdit, type RecordList, recordListSeen } from './record-list';
import { recordSeen, type SetUpRecord } from './records';
import { lockOwner, type Outcome, settled, undo } from './settle';
import { writeRecords } from './write-records';

/** A record in the version that the user saw; a later save makes it stale. */
export interface SeenRecord {
  issuerId: string;
  id: string;
  version: number;
}

/** A record that the principal may change, with its owner locked, its place and its parent. */
export async function recordToChange(
  tx: Transaction,
  principal: Principal,
  entity: Entity,
  { issuerId, id, version }: SeenRecord
): Promise<{ record: SetUpRecord; place: RecordList; parent: SetUpRecord | null }> {
  const unlocked = (await recordSeen(principal, entity, { issuerId, id }, tx)) ?? undo({ code: 'not.found' });
  const place = writable(await recordListSeen(principal, entity, addressOf(unlocked), tx));
  await lockOwner(tx, place.owner);
  // As it is now that nobody else changes it.
  const record = (await recordSeen(principal, entity, { issuerId, id }, tx)) ?? undo({ code: 'not.found' });
  if (record.version !== version) undo({ code: 'record.changed', params: { version: record.version } });
  const { parent } = place;
  if (!mayEdit(principal, entity, record, parent)) undo({ code: 'security.violation.maintenance' });
  const frozen = await frozenFault(entity, record, parent, tx);
  if (frozen) undo({ code: frozen });
  return { record, place, parent };
}

/** Changes the given fields of a record; other fields stay. Refuses a stale version. */
export function changeRecord(
  principal: Principal,
  entity: Entity,
  seen: SeenRecord,
  typed: Values,
  origin: Origin
): Promise<Outcome<void>> {
  return settled(async (tx) => {
    const { record, place, parent } = await recordToChange(tx, principal, entity, seen);
    const draft = { row: 0, id: record.id, parent, existing: record, values: { ...record.values, ...typed } };
    await writeRecords(tx, principal, place, [draft], origin);
  });
}
