import type { Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { takeAttachment } from '../../kit/attachments/remove-attachment';
import { boxedReceipt } from './attachable';
import type { ReceiptEntry } from './schema';

/** Changes what the owner of a receipt in the box says about it. */
export function changeReceipt(
  principal: Principal,
  id: string,
  entry: ReceiptEntry,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await boxedReceipt(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    const { takenOn, amount } = held.receipt;
    await tx.$executeRaw`
      UPDATE receipts SET taken_on = ${entry.takenOn}::date, amount = ${entry.amount}::numeric
      WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid`;
    const details = changesBetween({ takenOn, amount }, { takenOn: entry.takenOn, amount: entry.amount });
    if (Object.keys(details).length > 0)
      await recordAct(tx, principal, origin, {
        ...held.place,
        action: 'receipt.changed',
        entity: 'receipt',
        entityId: id,
        details
      });
    return accepted(null);
  });
}

/** Removes a receipt from the box at once; its file is deleted after 30 days. Returns the name of the file. */
export function removeReceipt(principal: Principal, id: string, origin: Origin): Promise<Result<string>> {
  return transaction(async (tx) => {
    const held = await boxedReceipt(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    const record = { ...held.place, entity: 'receipt', id } as const;
    const taken = await takeAttachment(tx, record, held.receipt.attachmentId);
    if (!taken.ok) return taken;
    await tx.$executeRaw`DELETE FROM receipts WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, taken.value.act);
    return accepted(taken.value.name);
  });
}
