import { may, type Principal } from '../access/principal';
import { recordAct } from '../access/record-act';
import type { Origin } from '../core/audit';
import { type Transaction, transaction } from '../core/database';
import { accepted, type Result, refused } from '../core/refusal';
import { sqlStateOf } from '../core/sql-state';
import { heldNode, type StructureNode, standsAt } from './nodes';

/**
 * Deletes a node that nothing is associated with. Foreign keys say what is: nodes below it, users, set-up
 * records, transactions, and whatever is added later (C8.031, C8.032). Its own settings go with it.
 */
export function deleteNode(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldNode(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    const area = held.kind === 'account' ? 'accounts' : 'structure';
    if (!may(principal, area, 'modify') || held.kind === 'issuer' || standsAt(principal, held))
      return refused({ code: 'forbidden.action' });
    if (!(await tryDelete(tx, held))) return refused({ code: 'delete.associated' });
    const { issuerId, kind, number, name1, parentId } = held;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'structure.deleted',
      entity: kind,
      entityId: id,
      // The node is gone: those above it see what became of it.
      nodeId: parentId,
      details: { 'before.number': number, 'before.name1': name1, 'before.parent': parentId }
    });
    return accepted(null);
  });
}

/** Whether the row could go: no foreign key, nor a job that is worked on, held it back. */
async function tryDelete(tx: Transaction, { issuerId, id }: StructureNode): Promise<boolean> {
  await tx.$executeRaw`SAVEPOINT before_delete`;
  try {
    await tx.$executeRaw`DELETE FROM nodes WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    // Foreign keys that wait for the commit answer now.
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    return true;
  } catch (error) {
    if (!isHeldBack(error)) throw error;
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT before_delete`;
    return false;
  }
}

/** What holds a row back: foreign_key_violation, restrict_violation. */
const isHeldBack = (error: unknown) => ['23503', '23001'].includes(sqlStateOf(error) ?? '');
