import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Belongings } from '../../directory/people/merge-users';
import { forgetAttachments } from '../../kit/attachments/forget-attachments';
import { ownReceipts } from './own-receipt';

/** The receipts of a user: a merge moves them, and those that no charge has go when the user is forgotten. */
export const receiptsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    // A file that both boxes have is kept once.
    const twice = Prisma.sql`r.sha256 IN (SELECT k.sha256 FROM receipts k
      WHERE k.issuer_id = ${issuerId}::uuid AND k.owner_id = ${keptId}::uuid AND k.transaction_id IS NULL)`;
    await emptyBox(tx, { issuerId, userId: mergedId }, twice);
    // What is mailed to the merged user's address is refused, as if it were replaced.
    await tx.receiptAddress.deleteMany({ where: { issuerId, userId: mergedId } });
    await tx.receipt.updateMany({ where: { issuerId, ownerId: mergedId }, data: { ownerId: keptId } });
    return [];
  },
  async forget(tx, { issuerId, id: userId }) {
    await tx.receiptAddress.deleteMany({ where: { issuerId, userId } });
    await emptyBox(tx, { issuerId, userId }, Prisma.sql`TRUE`);
  }
};

/** Deletes receipts of a box with their files. */
async function emptyBox(
  tx: Transaction,
  owner: { issuerId: string; userId: string },
  condition: Prisma.Sql
): Promise<void> {
  const gone = await ownReceipts(tx, owner, Prisma.sql`r.transaction_id IS NULL AND ${condition}`);
  // A deleted attachment takes its receipt along.
  await forgetAttachments(
    tx,
    owner.issuerId,
    'receipt',
    gone.map(({ id }) => id)
  );
}
