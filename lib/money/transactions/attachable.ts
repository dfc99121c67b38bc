import { may, type Principal } from '../../access/policy/principal';
import type { Attachable, AttachableRecord } from '../../kit/attachments/attachable';
import { forgetAttachments } from '../../kit/attachments/forget-attachments';
import type { RetentionPart } from './retention';
import { editRefusal } from './states';
import { type CardTransaction, heldTransactions, seenTransactions } from './transactions';

/** Files are attached to a transaction by whoever may allocate it, as long as it is open (C4.006, C4.007). */
export const ATTACHABLE_TRANSACTION: Attachable = {
  find: async (tx, principal, id) => recordOf(principal, await seenTransactions(principal, [id], tx)),
  hold: async (tx, principal, id) => recordOf(principal, await heldTransactions(tx, principal, [id]))
};

function recordOf(principal: Principal, [seen]: readonly CardTransaction[]): AttachableRecord | null {
  if (!seen || !may(principal, 'transactions', 'view')) return null;
  const { issuerId, accountId: nodeId, state } = seen;
  return {
    issuerId,
    nodeId,
    fault: may(principal, 'transactions', 'modify') ? editRefusal(state) : 'forbidden.action'
  };
}

/** Attachments are deleted with their transaction. */
export const attachmentsOfTransactions: RetentionPart = {
  forget: (tx, issuerId, gone) =>
    forgetAttachments(
      tx,
      issuerId,
      'transaction',
      gone.map(({ id }) => id)
    )
};
