import { may, type Principal } from '../../access/policy/principal';
import type { Attachable, AttachableRecord } from '../../kit/attachments/attachable';
import { heldRequest, type PurchaseRequest, seenRequest } from './requests';

/** Quotes and invoices are attached by those who request purchases or decide on them, to a request that they see, in any state. */
export const ATTACHABLE_REQUEST: Attachable = {
  find: async (tx, principal, id) => recordOf(principal, await seenRequest(principal, id, tx)),
  hold: async (tx, principal, id) => recordOf(principal, await heldRequest(tx, principal, id))
};

function recordOf(principal: Principal, seen: PurchaseRequest | null): AttachableRecord | null {
  if (!seen) return null;
  const { issuerId, nodeId } = seen;
  return { issuerId, nodeId, fault: may(principal, 'purchase_requests', 'modify') ? null : 'forbidden.action' };
}
