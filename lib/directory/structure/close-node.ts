import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { askFault } from '../../kit/states/ask-fault';
import type { GuardsOf } from '../../kit/states/define-states';
import { mustChange } from '../../kit/states/starting-from';
import { NODE, type NodeEvent } from './node-states';
import { changedMeanwhile, heldNode, type StructureNode, seenNode, standsAt } from './nodes';

interface Asked {
  tx: Transaction;
  principal: Principal;
  held: StructureNode;
}

const GUARDS: GuardsOf<typeof NODE, (asked: Asked) => Promise<Refusal | null>> = {
  nothing_active_below: closeRefusal,
  parent_open: reopenRefusal
};

/**
 * Closes or reopens a node. A closed one keeps its history and accepts nothing new. Refuses to close a node with active
 * ones below, and to reopen a node below a closed one.
 */
export function changeNodeStatus(
  principal: Principal,
  id: string,
  { event, version }: { event: NodeEvent; version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldNode(tx, principal, id);
    if (!held || held.kind === 'account') return refused({ code: 'not.found' });
    const fault = askFault(NODE, event, principal);
    if (fault) return refused(fault);
    if (held.kind === 'issuer' || standsAt(principal, held)) return refused({ code: NODE.forbidden });
    if (held.version !== version) return refused(changedMeanwhile(held));
    const code = NODE.refusal(event, held.status);
    if (code) return refused({ code });
    const guard = NODE.guard(event);
    const refusal = guard && (await GUARDS[guard]({ tx, principal, held }));
    if (refusal) return refused(refusal);
    const { to, audit } = NODE.events[event];
    await setStatus(tx, held, to);
    await recordAct(tx, principal, origin, {
      issuerId: held.issuerId,
      action: audit,
      entity: held.kind,
      entityId: id,
      details: { 'before.status': held.status, 'after.status': to }
    });
    return accepted(null);
  });
}

async function closeRefusal({ tx, held: { issuerId, id } }: Asked): Promise<Refusal | null> {
  const below = await tx.node.findFirst({ where: { issuerId, parentId: id, status: 'active' }, select: { id: true } });
  return below ? { code: 'structure.close.active.below' } : null;
}

/** The refusal to reopen a node below a closed one; null if there is none. */
export async function reopenRefusal({ tx, principal, held: { parentId } }: Asked): Promise<Refusal | null> {
  const parent = parentId && (await seenNode(principal, parentId, tx));
  return parent && parent.status === 'closed' ? { code: 'structure.parent.closed' } : null;
}

/** Sets the status of a locked node, in the version that was read. */
export async function setStatus(
  tx: Transaction,
  { issuerId, id, version }: StructureNode,
  status: StructureNode['status']
): Promise<void> {
  const changed = await tx.$executeRaw`
    UPDATE nodes SET status = ${status}::node_status, version = version + 1, updated_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND version = ${version}`;
  mustChange(changed, 1);
}
