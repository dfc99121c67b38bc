import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { changeable } from '../../kit/attachments/attachable';
import { moveAttachment } from '../../kit/attachments/move-attachment';
import { ATTACHABLE_TRANSACTION } from '../transactions/attachable';
import { heldReceipt, lockBox, ownReceipt } from './own-receipt';

/** A receipt and the charge that it belongs to. */
export interface Match {
  receiptId: string;
  transactionId: string;
}

/**
 * Matches a receipt of the principal's box to a charge whose attachments they may change: its file is attached to the
 * charge from then on. A charge may have several receipts. Returns the name of the file.
 */
export function matchReceipt(
  principal: Principal,
  { receiptId, transactionId }: Match,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    // The charge is locked before the receipt, here as in detaching.
    const charge = changeable(await ATTACHABLE_TRANSACTION.hold(tx, principal, transactionId));
    if (!charge.ok) return charge;
    const receipt = await heldReceipt(tx, principal, receiptId);
    if (!receipt || !may(principal, 'receipts', 'modify')) return refused({ code: 'not.found' });
    if (receipt.transactionId !== null) return refused({ code: 'receipt.matched.already' });
    const { issuerId, nodeId } = charge.value;
    const file = { issuerId, id: receipt.attachmentId };
    const to = { entity: 'transaction', id: transactionId } as const;
    const moved = await moveAttachment(tx, file, { entity: 'receipt', id: receiptId }, to);
    if (!moved.ok) return moved;
    await tx.$executeRaw`
      UPDATE receipts SET transaction_id = ${transactionId}::uuid
      WHERE issuer_id = ${issuerId}::uuid AND id = ${receiptId}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'receipt.matched',
      entity: 'transaction',
      entityId: transactionId,
      details: { receipt: receiptId, attachment: file.id, file: moved.value, sha256: receipt.sha256 }
    });
    return accepted(moved.value);
  });
}

/**
 * Takes the principal's own receipt off its charge, as long as its attachments may be changed, and puts it back into
 * the box. Returns the name of the file.
 */
export async function detachReceipt(principal: Principal, receiptId: string, origin: Origin): Promise<Result<string>> {
  const transactionId = (await ownReceipt(database(), principal, receiptId))?.transactionId;
  if (!transactionId || !may(principal, 'receipts', 'modify')) return refused({ code: 'not.found' });
  return transaction(async (tx) => {
    const charge = changeable(await ATTACHABLE_TRANSACTION.hold(tx, principal, transactionId));
    if (!charge.ok) return charge;
    const receipt = await heldReceipt(tx, principal, receiptId);
    if (receipt?.transactionId !== transactionId) return refused({ code: 'not.found' });
    const { issuerId, nodeId } = charge.value;
    await lockBox(tx, principal);
    const isThere = await exists(tx)`
      SELECT 1 FROM receipts WHERE issuer_id = ${issuerId}::uuid AND owner_id = ${principal.userId}::uuid
        AND sha256 = decode(${receipt.sha256}, 'hex') AND transaction_id IS NULL`;
    if (isThere) return refused({ code: 'receipt.already' });
    const file = { issuerId, id: receipt.attachmentId };
    const from = { entity: 'transaction', id: transactionId } as const;
    const moved = await moveAttachment(tx, file, from, { entity: 'receipt', id: receiptId });
    if (!moved.ok) return moved;
    await tx.$executeRaw`
      UPDATE receipts SET transaction_id = NULL WHERE issuer_id = ${issuerId}::uuid AND id = ${receiptId}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'receipt.detached',
      entity: 'transaction',
      entityId: transactionId,
      details: { receipt: receiptId, attachment: file.id, file: moved.value, sha256: receipt.sha256 }
    });
    return accepted(moved.value);
  });
}
