import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { AuditEntry, Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { sqlName } from '../../../core/database/names';
import { exists } from '../../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../../core/entry/refusal';
import { newId } from '../../../core/secrets/ids';
import { NOT_AUTHORIZED } from '../maintenance';
import { type Owner, ownerOf } from './owned-record';

type Details = NonNullable<AuditEntry['details']>;

/** The common columns of templates and groups. */
export interface OwnedRecord {
  issuerId: string;
  id: string;
  nodeId: string;
  name: string;
  version: number;
}

/** A kind of template or group: its area, its table, and its query. */
export interface OwnedKind<Row extends OwnedRecord> {
  area: 'authority_templates' | 'user_templates' | 'user_groups';
  entity: 'authority_template' | 'user_template' | 'user_group';
  find: (principal: Principal, id: string, db: Transaction) => Promise<Row | null>;
  /** The reason that the principal may not change this record, or null. */
  fault?: (principal: Principal, record: Row) => Refusal | null;
}

const RECORD_NOT_FOUND = refused({ code: 'record.not.found' });
const NAME_TAKEN = refused({ code: 'template.name.taken', field: 'name' });

/** Each kind's table has the name of its area. */
const tableOf = ({ area }: Pick<OwnedKind<OwnedRecord>, 'area'>) => sqlName(area);

/**
 * Whether another record of the node has the name; the name is locked until the commit, so that two records can't take
 * it at once.
 */
async function isNameTaken(
  tx: Transaction,
  kind: Pick<OwnedKind<OwnedRecord>, 'area'>,
  { issuerId, nodeId, id, name }: Omit<OwnedRecord, 'version'>
): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(lower(${`${kind.area}/${nodeId}/${name}`})))`;
  return exists(tx)`
    SELECT 1 FROM ${tableOf(kind)} WHERE issuer_id = ${issuerId}::uuid AND node_id = ${nodeId}::uuid
      AND lower(name) = lower(${name}) AND id <> ${id}::uuid`;
}

/**
 * Creates a record at a node in the principal's scope; `insert` checks and writes it, and returns the audit details.
 * Returns its id.
 */
export function createOwned<Row extends OwnedRecord>(
  kind: OwnedKind<Row>,
  principal: Principal,
  { owner: ownerId, name }: { owner: string; name: string },
  origin: Origin,
  insert: (tx: Transaction, owner: Owner, id: string) => Promise<Result<Details>>
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const owner = await ownerOf(tx, principal, kind.area, ownerId);
    if (!owner.ok) return owner;
    const { issuerId, id: nodeId } = owner.value;
    const id = newId();
    if (await isNameTaken(tx, kind, { issuerId, nodeId, id, name })) return NAME_TAKEN;
    const details = await insert(tx, owner.value, id);
    if (!details.ok) return details;
    await audit(tx, principal, origin, kind, { issuerId, id, nodeId }, 'created', {
      ...details.value,
      'after.node': nodeId
    });
    return accepted(id);
  });
}

/**
 * Changes a record, if it is unchanged since it was opened; `update` checks and writes it, and returns the audit
 * details, empty if nothing differs.
 */
export function changeOwned<Row extends OwnedRecord>(
  kind: OwnedKind<Row>,
  principal: Principal,
  { id, name, version }: { id: string; name: string; version: number },
  origin: Origin,
  update: (tx: Transaction, record: Row) => Promise<Result<Details>>
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const changeableRecord = await changeable(tx, kind, principal, id);
    if (!changeableRecord.ok) return changeableRecord;
    const record = changeableRecord.value;
    if (record.version !== version) return refused({ code: 'record.changed', params: { version: record.version } });
    const { issuerId, nodeId } = record;
    if (await isNameTaken(tx, kind, { issuerId, nodeId, id, name })) return NAME_TAKEN;
    const details = await update(tx, record);
    if (!details.ok) return details;
    if (Object.keys(details.value).length > 0)
      await audit(tx, principal, origin, kind, record, 'changed', details.value);
    return accepted(null);
  });
}

/** Deletes a record, unless `inUse` returns the kinds of records that depend on it. */
export function deleteOwned<Row extends OwnedRecord>(
  kind: OwnedKind<Row>,
  principal: Principal,
  id: string,
  origin: Origin,
  inUse: (tx: Transaction, record: Row) => Promise<Refusal['blocking'] | null> = async () => null
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const changed = await changeable(tx, kind, principal, id);
    if (!changed.ok) return changed;
    const record = changed.value;
    const blocking = await inUse(tx, record);
    // C8.031: 'Cannot delete as there is data associated with this entity/company/value.'
    if (blocking) return refused({ code: 'delete.associated', params: { entity: kind.entity }, blocking });
    await tx.$executeRaw`
      DELETE FROM ${tableOf(kind)} WHERE issuer_id = ${record.issuerId}::uuid AND id = ${id}::uuid`;
    await audit(tx, principal, origin, kind, record, 'deleted', { 'before.name': record.name });
    return accepted(null);
  });
}

/** A record that the principal may change or delete, locked until the commit. */
async function changeable<Row extends OwnedRecord>(
  tx: Transaction,
  kind: OwnedKind<Row>,
  principal: Principal,
  id: string
): Promise<Result<Row>> {
  await tx.$executeRaw`SELECT 1 FROM ${tableOf(kind)} WHERE id = ${id}::uuid FOR UPDATE`;
  const record = await kind.find(principal, id, tx);
  if (!record) return RECORD_NOT_FOUND;
  const fault = may(principal, kind.area, 'modify') ? kind.fault?.(principal, record) : NOT_AUTHORIZED;
  return fault ? refused(fault) : accepted(record);
}

function audit<Row extends OwnedRecord>(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  { entity }: OwnedKind<Row>,
  { issuerId, id, nodeId }: Pick<OwnedRecord, 'issuerId' | 'id' | 'nodeId'>,
  event: 'created' | 'changed' | 'deleted',
  details: Details
): Promise<void> {
  const action = `${entity}.${event}` as const;
  return recordAct(tx, principal, origin, { issuerId, action, entity, entityId: id, nodeId, details });
}
