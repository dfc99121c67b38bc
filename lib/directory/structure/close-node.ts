import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { changedMeanwhile, heldNode, type StructureNode, seenNode, standsAt } from './nodes';

/** A node is active or closed; accounts have states of their own (account-states.ts). */
const EVENTS = { close: ['active', 'closed'], reopen: ['closed', 'active'] } as const;

/**
 * Closes a node, or opens it again. A closed one keeps its history and takes nothing new. Refuses to close
 * what has something active below, and to reopen what stands below something closed.
 */
export function changeNodeStatus(
  principal: Principal,
  id: string,
  { event, version }: { event: keyof typeof EVENTS; version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldNode(tx, principal, id);
    if (!held || held.kind === 'account') return refused({ code: 'not.found' });
    if (!may(principal, 'structure', 'modify') || held.kind === 'issuer' || standsAt(principal, held))
      return refused({ code: 'forbidden.action' });
    if (held.version !== version) return refused(changedMeanwhile(held));
    const [from, to] = EVENTS[event];
    if (held.status !== from) return refused({ code: 'structure.status.same' });
    const refusal = await (event === 'close' ? closeRefusal(tx, held) : reopenRefusal(tx, principal, held));
    if (refusal) return refused(refusal);
    await setStatus(tx, held, to);
    await recordAct(tx, principal, origin, {
      issuerId: held.issuerId,
      action: event === 'close' ? 'structure.closed' : 'structure.reopened',
      entity: held.kind,
      entityId: id,
      details: { 'before.status': from, 'after.status': to }
    });
    return accepted(null);
  });
}

async function closeRefusal(tx: Transaction, { issuerId, id }: StructureNode): Promise<Refusal | null> {
  const active = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM nodes WHERE issuer_id = ${issuerId}::uuid AND parent_id = ${id}::uuid AND status = 'active' LIMIT 1`;
  return active.length > 0 ? { code: 'structure.close.active.below' } : null;
}

export async function reopenRefusal(
  tx: Transaction,
  principal: Principal,
  { parentId }: StructureNode
): Promise<Refusal | null> {
  const parent = parentId && (await seenNode(principal, parentId, tx));
  return parent && parent.status === 'closed' ? { code: 'structure.parent.closed' } : null;
}

export async function setStatus(
  tx: Transaction,
  { issuerId, id }: StructureNode,
  status: StructureNode['status']
): Promise<void> {
  await tx.$executeRaw`
    UPDATE nodes SET status = ${status}::node_status, version = version + 1, updated_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
}
