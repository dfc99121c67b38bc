import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { auditRecord } from './audit-records';
import { recordToChange, type SeenRecord } from './change-record';
import { overlapping } from './dated';
import type { Entity } from './entity';
import type { RecordList } from './record-list';
import { RECORD_TABLES } from './record-tables';
import type { SetUpRecord } from './records';
import { type Outcome, settled, undo } from './settle';

/**
 * Activates or deactivates a record; new data can't use an inactive one. Refuses to exceed the maximum of active
 * records.
 */
export function activateRecord(
  principal: Principal,
  entity: Entity,
  seen: SeenRecord,
  active: boolean,
  origin: Origin
): Promise<Outcome<void>> {
  return settled(async (tx) => {
    const { record, place } = await recordToChange(tx, principal, entity, seen);
    if (record.active !== active) await setActive(tx, principal, place, record, active, origin);
  });
}

/** Does the same for a record that may be changed. */
export async function setActive(
  tx: Transaction,
  principal: Principal,
  place: RecordList,
  { id, issuerId, ownerId, parentId }: SetUpRecord,
  active: boolean,
  origin: Origin
): Promise<void> {
  const { maximum, name } = place.entity;
  if (active && maximum !== undefined) {
    const total = await tx.setupTotal.findFirst({
      where: { issuerId, withinId: parentId ?? ownerId, entity: name },
      select: { active: true }
    });
    if ((total?.active ?? 0) >= maximum) undo({ code: 'setup.maximum', params: { maximum } });
  }
  await tx.$executeRaw`
    UPDATE setup_records SET inactive_since = ${active ? null : now()}, version = version + 1, updated_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
  const written = { tx, issuerId, ownerId, ids: [id] };
  const [broken] = [
    ...(await overlapping(written, place.entity)),
    ...((await place.entity.invariants?.(written, RECORD_TABLES)) ?? [])
  ];
  if (broken) undo(broken);
  const details = { 'before.active': !active, 'after.active': active };
  await auditRecord(tx, principal, place, { event: active ? 'activated' : 'deactivated', id, details }, origin);
  await place.entity.follow?.(written, { principal, origin }, RECORD_TABLES);
}
