import { may, type Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import type { Attachable, AttachableRecord } from '../../kit/attachments/attachable';
import { heldReceipt, ownReceipt, type Receipt } from './own-receipt';
import { placeOfBox } from './place-of-box';

/**
 * A receipt in the box has one file, which its owner alone sees. The file comes and goes with the receipt, so the
 * commands of attachments don't change it.
 */
export const ATTACHABLE_RECEIPT: Attachable = {
  find: async (tx, principal, id) => recordOf(principal, await ownReceipt(tx, principal, id)),
  hold: async (tx, principal, id) => recordOf(principal, await heldReceipt(tx, principal, id))
};

function recordOf(principal: Principal, receipt: Receipt | null): AttachableRecord | null {
  const place = placeOfBox(principal);
  return receipt && place ? { ...place, fault: 'forbidden.action' } : null;
}

/** A receipt in the box that its owner may change, locked until the transaction ends; null if there is none. */
export async function boxedReceipt(
  tx: Transaction,
  principal: Principal,
  id: string
): Promise<{ receipt: Receipt; place: NonNullable<ReturnType<typeof placeOfBox>> } | null> {
  const place = placeOfBox(principal);
  if (!place || !may(principal, 'receipts', 'modify')) return null;
  const receipt = await heldReceipt(tx, principal, id);
  return receipt && receipt.transactionId === null ? { receipt, place } : null;
}
