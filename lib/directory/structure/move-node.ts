import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { levelRefusal, placeRefusal } from './create-node';
import { LABEL_CHARACTERS } from './kinds';
import { changedMeanwhile, heldNode, type StructureNode, seenNode, standsAt, subtreeOf } from './nodes';

export interface Move {
  parentId: string;
  version: number;
}

/**
 * Moves a node with its subtree: nodes of a company within it, a company between the groups of its issuer or directly
 * below the issuer. Refuses a place within itself.
 */
export function moveNode(
  principal: Principal,
  id: string,
  { parentId, version }: Move,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldNode(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    if (!may(principal, held.kind === 'account' ? 'accounts' : 'structure', 'modify') || standsAt(principal, held))
      return refused({ code: 'forbidden.action' });
    const parent = await seenNode(principal, parentId, tx);
    if (!parent) return refused({ code: 'not.found', field: 'parentId' });
    if (held.version !== version) return refused(changedMeanwhile(held));
    const refusal = await moveRefusal(tx, held, parent);
    if (refusal) return refused(refusal);
    await rewritePaths(tx, held, parent);
    await recordAct(tx, principal, origin, {
      issuerId: held.issuerId,
      action: 'structure.moved',
      entity: held.kind,
      entityId: id,
      details: { 'before.parent': held.parentId, 'after.parent': parent.id }
    });
    return accepted(null);
  }, 60_000);
}

const deepestRow = z.strictObject({ characters: z.number() });

async function moveRefusal(tx: Transaction, node: StructureNode, parent: StructureNode): Promise<Refusal | null> {
  const at = { field: 'parentId' };
  if (parent.id === node.parentId) return { code: 'structure.move.same', ...at };
  if (parent.issuerId === node.issuerId && parent.path.startsWith(node.path))
    return { code: 'structure.move.into.itself', ...at };
  const elsewhere =
    parent.issuerId !== node.issuerId || (node.kind !== 'company' && parent.companyId !== node.companyId);
  if (elsewhere) return { code: 'structure.move.across', ...at };
  const [deepest] = await readRows(tx, deepestRow)`
    SELECT max(length(path))::int AS characters FROM nodes WHERE ${subtreeOf(node)}`;
  const depthBelow = ((deepest?.characters ?? node.path.length) - node.path.length) / LABEL_CHARACTERS + 1;
  const above = levelRefusal(node.level, parent);
  return placeRefusal(node.kind, parent, depthBelow) ?? (above && { ...above, ...at });
}

/** Rewrites the paths of the node and its subtree in one statement. */
async function rewritePaths(tx: Transaction, node: StructureNode, parent: StructureNode): Promise<void> {
  const above = node.path.length - LABEL_CHARACTERS;
  await tx.$executeRaw`SET LOCAL statement_timeout = '60s'`;
  await tx.$executeRaw`
    UPDATE nodes SET path = ${parent.path} || substr(path, ${above + 1}::int),
      parent_id = CASE WHEN id = ${node.id}::uuid THEN ${parent.id}::uuid ELSE parent_id END,
      parent_kind = CASE WHEN id = ${node.id}::uuid THEN ${parent.kind}::node_kind ELSE parent_kind END,
      version = version + CASE WHEN id = ${node.id}::uuid THEN 1 ELSE 0 END,
      updated_at = CASE WHEN id = ${node.id}::uuid THEN ${now()}::timestamptz ELSE updated_at END
    WHERE ${subtreeOf(node)}`;
}
