import { may, type Principal } from '../../access/policy/principal';
import { type Act, changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { programOptionRefusal } from './companies';
import { depthOf, type Kind, MAX_DEPTH, PARENTS } from './kinds';
import { heldNode, lockShape, type StructureNode } from './nodes';
import type { CompanyFields, GroupFields, OrgPointFields } from './schema';

export type NewNode =
  | ({ kind: 'company_group' } & GroupFields)
  | ({ kind: 'company' } & CompanyFields)
  | ({ kind: 'account_group' } & GroupFields)
  | ({ kind: 'org_point' } & OrgPointFields);

/** Creates a node below another and returns its id. Refuses a number in use, and a parent of the wrong kind. */
export function createNode(
  principal: Principal,
  parentId: string,
  node: NewNode,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'structure', 'modify')) return refused({ code: 'forbidden.action' });
    const added = await addNode(tx, principal, parentId, node);
    if (!added.ok) return added;
    const { id, act } = added.value;
    await recordAct(tx, principal, origin, act);
    return accepted(id);
  });
}

/**
 * Does the same within a larger transaction, for a principal whose permission was checked before: returns the id and
 * the audit act.
 */
export async function addNode(
  tx: Transaction,
  principal: Principal,
  parentId: string,
  node: NewNode
): Promise<Result<{ id: string; act: Act }>> {
  const parent = await heldNode(tx, principal, parentId, lockShape);
  if (!parent) return refused({ code: 'not.found' });
  const { issuerId } = parent;
  const misplaced = placeRefusal(node.kind, parent);
  if (misplaced) return refused(misplaced);
  if (node.kind === 'company' && node.programOptionId) {
    const refusal = await programOptionRefusal(tx, principal, issuerId, node.programOptionId);
    if (refusal) return refused(refusal);
  }
  const level = node.kind === 'org_point' ? node.level : null;
  const above = levelRefusal(level, parent);
  if (above) return refused(above);
  const id = await insertNode(tx, parent, { ...node, level });
  if (!id) return refused({ code: 'structure.number.taken', field: 'number' });
  if (node.kind === 'company') {
    const { currency, fiscalStart, programOptionId } = node;
    await tx.company.createMany({ data: { issuerId, id, currency, fiscalStart, programOptionId } });
  }
  const { kind, ...fields } = node;
  const details = { ...changesBetween({}, fields), parent: parent.id };
  return accepted({ id, act: { issuerId, action: 'structure.created', entity: kind, entityId: id, details } });
}

/** The reason that a node of a kind can't be below a parent, or null. */
export function placeRefusal(kind: Kind, parent: StructureNode, depthBelow = 1): Refusal | null {
  if (!PARENTS[kind].includes(parent.kind)) return { code: 'structure.misplaced', field: 'parentId' };
  if (parent.status === 'closed') return { code: 'structure.parent.closed', field: 'parentId' };
  if (depthOf(parent.path) + depthBelow > MAX_DEPTH) return { code: 'structure.too.deep', field: 'parentId' };
  return null;
}

/** The reason that an org point of a reporting level can't be below a parent: levels never rise downwards (C1.015). */
export function levelRefusal(level: number | null, parent: Pick<StructureNode, 'level'>): Refusal | null {
  if (level === null || parent.level === null || level >= parent.level) return null;
  return { code: 'structure.level.above.parent', field: 'level' };
}

interface NodeRow {
  kind: Kind;
  number: string | null;
  name1: string;
  name2: string | null;
  level: number | null;
}

/** Inserts a node; its path and company come from its parent. Null if its number is in use. */
export async function insertNode(tx: Transaction, parent: StructureNode, node: NodeRow): Promise<string | null> {
  const id = newId();
  const inserted = await tx.$executeRaw`
    INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1, name_2, level, created_at, updated_at)
    VALUES (${parent.issuerId}::uuid, ${id}::uuid, ${node.kind}::node_kind, ${parent.id}::uuid, ${node.number},
      ${node.name1}, ${node.name2}, ${node.level}, ${now()}, ${now()})
    ON CONFLICT DO NOTHING`;
  return inserted === 1 ? id : null;
}
