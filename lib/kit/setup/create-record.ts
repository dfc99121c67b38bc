import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { newId } from '../../core/secrets/ids';
import type { Entity } from './entity';
import type { Values } from './field';
import { type RecordList, type RecordListAddress, recordListSeen } from './record-list';
import { lockOwner, type Outcome, settled, undo } from './settle';
import { writeRecords } from './write-records';

/**
 * Creates a record from entered values. Refuses invalid ones by the entity's declaration, each field with its reason.
 * Returns the record's id.
 */
export function createRecord(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  typed: Values,
  origin: Origin
): Promise<Outcome<string>> {
  return settled(async (tx) => {
    const place = writable(await recordListSeen(principal, entity, address, tx));
    await lockOwner(tx, place.owner);
    if (entity.parent && !place.parent) undo({ code: 'not.found' });
    const draft = { row: 0, id: newId(), parent: place.parent, existing: null, values: typed };
    await writeRecords(tx, principal, place, [draft], origin);
    return draft.id;
  });
}

/** Checks that a place is writable; refuses unknown and read-only ones. */
export function writable(place: RecordList | null): RecordList {
  if (!place) return undo({ code: 'not.found' });
  return place.writable ? place : undo({ code: 'user.not.authorized' });
}
