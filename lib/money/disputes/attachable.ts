import { may, type Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { mediaTypeOf } from '../../core/files/uploads';
import type { Attachable, AttachableFile, AttachableRecord } from '../../kit/attachments/attachable';
import { type Dispute, heldDispute, seenDispute } from './disputes';
import { takenFiles } from './network/networks';
import { DISPUTE } from './states';

/** Evidence is attached to a draft by those who prepare it; what is submitted stays as it is (C4.034). */
export const ATTACHABLE_DISPUTE: Attachable = {
  find: async (tx, principal, id) => recordOf(principal, await seenDispute(principal, id, tx)),
  hold: async (tx, principal, id) => recordOf(principal, await heldDispute(tx, principal, id)),
  fileFault: networkFault
};

/** Why the network of a dispute's issuer takes no such file: it is told before the claim is submitted for good. */
async function networkFault(
  tx: Transaction,
  { issuerId }: AttachableRecord,
  { mediaType, bytes }: AttachableFile
): Promise<Refusal | null> {
  const taken = await takenFiles(issuerId, tx);
  if (!taken) return null;
  const { takes, kinds, megabytes } = taken;
  if (!takes.kinds.some((kind) => mediaTypeOf(kind) === mediaType))
    return { code: 'dispute.evidence.kind', field: 'file', params: { kinds } };
  if (bytes.length > takes.mostBytes) return { code: 'dispute.evidence.size', field: 'file', params: { megabytes } };
  return null;
}

function recordOf(principal: Principal, seen: Dispute | null): AttachableRecord | null {
  if (!seen) return null;
  const { issuerId, accountId: nodeId, state } = seen;
  const fault = may(principal, 'disputes', 'modify') ? DISPUTE.refusal('submit', state) : 'forbidden.action';
  return { issuerId, nodeId, fault };
}
