import { may, type Principal } from '../../access/policy/principal';
import type { Attachable, AttachableRecord } from '../../kit/attachments/attachable';
import { type Dispute, heldDispute, seenDispute } from './disputes';
import { DISPUTE } from './states';

/** Evidence is attached to a draft by those who prepare it; what is submitted stays as it is (C4.034). */
export const ATTACHABLE_DISPUTE: Attachable = {
  find: async (tx, principal, id) => recordOf(principal, await seenDispute(principal, id, tx)),
  hold: async (tx, principal, id) => recordOf(principal, await heldDispute(tx, principal, id))
};

function recordOf(principal: Principal, seen: Dispute | null): AttachableRecord | null {
  if (!seen) return null;
  const { issuerId, accountId: nodeId, state } = seen;
  const fault = may(principal, 'disputes', 'modify') ? DISPUTE.refusal('submit', state) : 'forbidden.action';
  return { issuerId, nodeId, fault };
}
