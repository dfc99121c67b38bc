import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { type Attachment, attachmentsAmong } from '../../kit/attachments/attachments-among';
import { ownReceipts, type Receipt } from './own-receipt';
import { placeOfBox } from './place-of-box';
import { type SameFile, sameFiles } from './same-files';

/** A receipt in the box, with its file and where else that file is. */
export interface BoxedReceipt extends Receipt {
  file: Attachment;
  same: SameFile | null;
}

/** The receipts in the principal's box, the newest first: those that wait for their charge. */
export async function receiptBox(principal: Principal): Promise<BoxedReceipt[]> {
  if (!placeOfBox(principal)) return [];
  const receipts = await ownReceipts(database(), principal, Prisma.sql`r.transaction_id IS NULL`);
  const [files, same] = await Promise.all([
    attachmentsAmong(
      principal.issuerId,
      'receipt',
      receipts.map(({ id }) => id)
    ),
    sameFiles(
      principal,
      receipts.map(({ attachmentId }) => attachmentId)
    )
  ]);
  return receipts.reverse().flatMap((receipt) => {
    const [file] = files.get(receipt.id) ?? [];
    return file ? [{ ...receipt, file, same: same.get(receipt.attachmentId) ?? null }] : [];
  });
}
