import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { acceptAttachment, keepAttachment } from '../../kit/attachments/keep-attachment';
import { lockBox, ownReceipts } from './own-receipt';
import { placeOfBox } from './place-of-box';
import type { ReceiptEntry } from './schema';

/** The most receipts of a box: what somebody brings home from months of travel. */
export const MOST_RECEIPTS = 200;

/**
 * Puts a receipt into the principal's box: a JPG, PNG or PDF by its content (C5.061), kept byte for byte (C3.028).
 * Refuses a file that is in the box already. Returns its id and the name of its file.
 */
export async function addReceipt(
  principal: Principal,
  file: File,
  { takenOn, amount }: ReceiptEntry,
  origin: Origin
): Promise<Result<{ id: string; name: string }>> {
  const place = placeOfBox(principal);
  // Nobody has files scanned for a box that they don't have.
  if (!place || !may(principal, 'receipts', 'modify')) return refused({ code: 'forbidden.action' });
  const upload = await acceptAttachment(file, principal, origin);
  if (!upload.ok) return upload;
  const { sha256 } = upload.value;
  const { issuerId, userId } = principal;
  return transaction(async (tx) => {
    await lockBox(tx, principal);
    const box = await ownReceipts(tx, principal, Prisma.sql`r.transaction_id IS NULL`);
    if (box.some((one) => one.sha256 === sha256)) return refused({ code: 'receipt.already', field: 'file' });
    if (box.length >= MOST_RECEIPTS)
      return refused({ code: 'receipt.box.full', field: 'file', params: { maximum: MOST_RECEIPTS } });
    const id = newId();
    const kept = await keepAttachment(tx, principal, { ...place, entity: 'receipt', id }, upload.value);
    if (!kept.ok) return kept;
    await tx.$executeRaw`
      INSERT INTO receipts (issuer_id, id, owner_id, attachment_id, sha256, taken_on, amount, added_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${userId}::uuid, ${kept.value.id}::uuid, decode(${sha256}, 'hex'),
        ${takenOn}::date, ${amount}::numeric, ${now()})`;
    await recordAct(tx, principal, origin, kept.value.act);
    return accepted({ id, name: kept.value.name });
  });
}
