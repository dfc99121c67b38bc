import { z } from 'zod';
import { ROLES, type Role } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { programFeatures } from '../../directory/programs/features';
import { NODES } from '../../directory/structure/reads/nodes';
import { entityNamed } from './entities';
import type { Entity, Level } from './entity';
import { recordSeen, type SetUpRecord } from './records';
import { seenOwner } from './visible';

/** The place of records, as in an address: an issuer's own, a company's, or the parts of one record. */
export interface RecordListAddress {
  issuerId: string;
  companyId?: string;
  /** The record that they are parts of. */
  parentId?: string;
  /** The parent of their parents: the values of all accounting codes of a scheme. */
  aboveId?: string;
}

export const ownerRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  kind: textOf<Level>(),
  number: z.string(),
  name: z.string()
});

/** The owner of records. */
export type Owner = z.infer<typeof ownerRow>;

/** A list of records that the principal sees. Only `recordListSeen` creates one. */
export interface RecordList {
  entity: Entity;
  owner: Owner;
  /** The parent of the listed records; null if none is needed, or each record names its own. */
  parent: SetUpRecord | null;
  above: SetUpRecord | null;
  /** Whether the principal may add records and change the owner's. */
  writable: boolean;
}

/** Whether a programme with these features includes an entity's list (C1.013). */
export function isOffered(entity: Entity, features: ReadonlySet<ProgramFeature>): boolean {
  const feature = [entity, ...entitiesAbove(entity)].find((each) => each?.feature)?.feature;
  return feature === undefined || features.has(feature);
}

const recordListSeenRow = ownerRow.extend({ inside: z.boolean(), closed: z.boolean() });

/** A list that the principal sees, or null. */
export async function recordListSeen(
  principal: Principal,
  entity: Entity,
  { issuerId, companyId, parentId, aboveId }: RecordListAddress,
  tx: Transaction = database()
): Promise<RecordList | null> {
  if (!isOffered(entity, await programFeatures(principal))) return null;
  const ownerId = companyId ?? issuerId;
  const [row] = await readRows(tx, recordListSeenRow)`
    SELECT o.issuer_id AS "issuerId", o.id, o.kind::text AS kind, o.number, o.name_1 AS name, o.status = 'closed' AS closed,
      coalesce(${within(principal.scope, nodeColumns('o'))}, FALSE) AS inside
    FROM ${NODES} o WHERE o.issuer_id = ${issuerId}::uuid AND o.id = ${ownerId}::uuid AND ${seenOwner(principal, entity, 'o')}`;
  if (!row || !entity.levels.includes(row.kind)) return null;
  const { inside, closed, ...owner } = row;
  const [parentEntity, aboveEntity] = entitiesAbove(entity);
  const owned = async (of: Entity | undefined, id: string | undefined) => {
    const record = of && id !== undefined ? await recordSeen(principal, of, { issuerId, id }, tx) : null;
    return record?.ownerId === ownerId ? record : null;
  };
  const [parent, above] = [await owned(parentEntity, parentId), await owned(aboveEntity, aboveId)];
  // Only parts are listed under a record.
  if (parentEntity ? !parent && !above : parentId !== undefined || aboveId !== undefined) return null;
  const writable = inside && !closed && may(principal, entity.area, 'modify');
  return { entity, owner, parent, above, writable };
}

/** An issuer or a company, for work whose permission is already checked. */
export async function ownerOf(tx: Transaction, issuerId: string, id: string): Promise<Owner | null> {
  const [owner] = await readRows(tx, ownerRow)`
    SELECT o.issuer_id AS "issuerId", o.id, o.kind::text AS kind, o.number, o.name_1 AS name FROM ${NODES} o
    WHERE o.issuer_id = ${issuerId}::uuid AND o.id = ${id}::uuid AND o.status = 'active'`;
  return owner ?? null;
}

/** The entities of an entity's parent and grandparent. */
function entitiesAbove({ parent }: Entity): (Entity | undefined)[] {
  const direct = parent && entityNamed(parent.entity);
  return [direct, direct?.parent && entityNamed(direct.parent.entity)];
}

/** The address of a record's list. */
export function addressOf({ issuerId, ownerId, parentId }: SetUpRecord): RecordListAddress {
  return {
    issuerId,
    ...(ownerId !== issuerId && { companyId: ownerId }),
    ...(parentId !== null && { parentId })
  };
}

/** Whether a role reaches a level: its own and those below it (C6.031). */
export const reaches = (role: Role, level: Role) => ROLES.indexOf(role) >= ROLES.indexOf(level);

/** Whether a principal who may write at a record's place may change the record itself. */
export function mayEdit(
  { role }: Principal,
  entity: Entity,
  record: Pick<SetUpRecord, 'values'>,
  parent: SetUpRecord | null
): boolean {
  const level = entity.editableBy?.(record.values as never, parent);
  return !level || reaches(role, level);
}
