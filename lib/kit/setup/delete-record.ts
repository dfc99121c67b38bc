import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { deleteFiles } from '../../core/files/stored-files';
import { setActive } from './activate-record';
import { auditRecord, changesOf } from './audit-records';
import { recordToChange, type SeenRecord } from './change-record';
import { ENTITIES, entityNamed } from './entities';
import type { Entity } from './entity';
import { mayEdit, type RecordList } from './record-list';
import { RECORD_TABLES } from './record-tables';
import { recordsWhere, type SetUpRecord } from './records';
import { type Outcome, settled, undo } from './settle';

/**
 * Deletes a record and its parts. Refuses if other records depend on it (C8.036); if transactions or accounts use it,
 * it becomes inactive instead. Returns which of the two was done.
 */
export function deleteRecord(
  principal: Principal,
  entity: Entity,
  seen: SeenRecord,
  origin: Origin
): Promise<Outcome<'deleted' | 'deactivated'>> {
  return settled(async (tx) => {
    const { record, place } = await recordToChange(tx, principal, entity, seen);
    return removeRecord(tx, principal, place, record, origin);
  });
}

/** Does the same for a record that may be changed, whose owner is locked. */
export async function removeRecord(
  tx: Transaction,
  principal: Principal,
  place: RecordList,
  record: SetUpRecord,
  origin: Origin
): Promise<'deleted' | 'deactivated'> {
  const parts = await partsBelow(tx, record);
  refuseFor(parts.filter(({ entity: name }) => entityNamed(name).parent?.onDelete === 'refuse'));
  if (!(await mayDelete(tx, principal, record, parts))) undo({ code: 'security.violation.maintenance' });
  const along = (await place.entity.takesAlong?.(written(place, tx, [record.id]), RECORD_TABLES)) ?? [];
  const gone = [record.id, ...parts.map(({ id }) => id), ...along];
  const pointing = await pointingTo(tx, record, gone);
  if (!place.entity.staysReferenced) refuseFor(pointing);
  if (pointing.length > 0 || (await used(tx, place, record, parts))) {
    if (record.active) await setActive(tx, principal, place, record, false, origin);
    return 'deactivated';
  }
  await remove(tx, record, gone);
  const details = { ...changesOf(record.values, {}), ...(gone.length > 1 && { parts: gone.length - 1 }) };
  await auditRecord(tx, principal, place, { event: 'deleted', id: record.id, details }, origin);
  return 'deleted';
}

const partRow = z.strictObject({
  id: z.string(),
  entity: z.string(),
  title: z.string()
});
type Part = z.infer<typeof partRow>;

/** The most records that a refusal names. */
const NAMED = 5;

/** Refuses the deletion if these records depend on it, and names the first of them (C8.031). */
function refuseFor(dependent: readonly Pick<Part, 'title'>[]): void {
  if (dependent.length === 0) return;
  const records = dependent.slice(0, NAMED).map(({ title }) => title);
  undo({
    code: 'delete.refused.value',
    params: { records: records.join(', '), more: dependent.length - records.length }
  });
}

const written = ({ owner }: RecordList, tx: Transaction, ids: string[]) => ({
  tx,
  issuerId: owner.issuerId,
  ownerId: owner.id,
  ids
});

/** The parts of a record, at all levels. */
function partsBelow(tx: Transaction, { issuerId, id }: SetUpRecord): Promise<Part[]> {
  return readRows(tx, partRow)`
    WITH RECURSIVE parts AS (
      SELECT id, entity, code, name FROM setup_records
      WHERE issuer_id = ${issuerId}::uuid AND parent_id = ${id}::uuid
      UNION ALL
      SELECT r.id, r.entity, r.code, r.name FROM parts p JOIN setup_records r ON r.issuer_id = ${issuerId}::uuid AND r.parent_id = p.id
    )
    SELECT id, entity, concat_ws(' ', code, name) AS title FROM parts ORDER BY title`;
}

/**
 * Whether the principal may change all records to delete: a part may require a higher role than its parent (C6.031).
 */
async function mayDelete(tx: Transaction, principal: Principal, record: SetUpRecord, parts: Part[]): Promise<boolean> {
  const ids = parts.filter(({ entity }) => entityNamed(entity).editableBy).map(({ id }) => id);
  if (ids.length === 0) return true;
  const partRecords = await recordsWhere(
    tx,
    Prisma.sql`r.issuer_id = ${record.issuerId}::uuid AND r.id = ANY(${ids}::uuid[])`
  );
  const all = new Map([record, ...partRecords].map((one) => [one.id, one]));
  return partRecords.every((part) =>
    mayEdit(principal, entityNamed(part.entity), part, all.get(part.parentId ?? '') ?? null)
  );
}

const pointingRow = z.strictObject({ title: z.string() });

/** The remaining records that reference a deleted one. */
function pointingTo(tx: Transaction, { issuerId }: SetUpRecord, gone: string[]): Promise<{ title: string }[]> {
  return readRows(tx, pointingRow)`
    SELECT concat_ws(' ', r.code, r.name) AS title FROM setup_records r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id IN (
      SELECT record_id FROM setup_references WHERE issuer_id = ${issuerId}::uuid
        AND target_record_id = ANY(${gone}::uuid[]) AND record_id <> ALL(${gone}::uuid[])
    ) ORDER BY title`;
}

async function used(tx: Transaction, place: RecordList, record: SetUpRecord, parts: Part[]): Promise<boolean> {
  const all = [{ id: record.id, entity: record.entity }, ...parts];
  for (const name of new Set(all.map((part) => part.entity))) {
    const ids = all.filter((part) => part.entity === name).map(({ id }) => id);
    const inUse = (await ENTITIES.get(name)?.inUse?.(written(place, tx, ids))) ?? [];
    if (inUse.length > 0) return true;
  }
  return false;
}

async function remove(tx: Transaction, { issuerId }: SetUpRecord, gone: string[]): Promise<void> {
  const files = await readRows(tx, idRow)`
    SELECT target_file_id AS id FROM setup_references
    WHERE issuer_id = ${issuerId}::uuid AND record_id = ANY(${gone}::uuid[]) AND target_file_id IS NOT NULL`;
  await tx.$executeRaw`DELETE FROM setup_references WHERE issuer_id = ${issuerId}::uuid AND record_id = ANY(${gone}::uuid[])`;
  await tx.$executeRaw`DELETE FROM setup_records WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${gone}::uuid[])`;
  await deleteFiles(
    tx,
    issuerId,
    files.map(({ id }) => id)
  );
}
