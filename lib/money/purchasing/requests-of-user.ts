import type { Transaction } from '../../core/database/database';
import type { Belongings, MergedUsers } from '../../directory/people/merge-users';

/** The purchase requests of a user, those on their behalf, and what they decided: a merge moves them. */
export const purchasesOfUser: Belongings = {
  async move(tx, users) {
    const { issuerId, keptId, mergedId } = users;
    const both = [keptId, mergedId];
    // What one of them requested for the other is their own now.
    await tx.purchaseRequest.updateMany({
      where: { issuerId, requesterId: { in: both }, behalfOfId: { in: both } },
      data: { behalfOfId: null }
    });
    await tx.purchaseRequest.updateMany({ where: { issuerId, requesterId: mergedId }, data: { requesterId: keptId } });
    await tx.purchaseRequest.updateMany({ where: { issuerId, behalfOfId: mergedId }, data: { behalfOfId: keptId } });
    await tx.purchaseRequestDecision.updateMany({
      where: { issuerId, decidedBy: mergedId },
      data: { decidedBy: keptId }
    });
    await tx.purchaseRequestDecision.updateMany({
      where: { issuerId, onBehalfOf: mergedId },
      data: { onBehalfOf: keptId }
    });
    await oneCardholder(tx, users);
    return [];
  }
};

/** A person is one cardholder at a processor: that of the kept user, else of the merged one. Cards stay where they are. */
async function oneCardholder(tx: Transaction, { issuerId, keptId, mergedId }: MergedUsers): Promise<void> {
  await tx.$executeRaw`
    UPDATE processor_cardholders h SET user_id = ${keptId}::uuid
    WHERE h.issuer_id = ${issuerId}::uuid AND h.user_id = ${mergedId}::uuid AND NOT EXISTS (
      SELECT 1 FROM processor_cardholders k
      WHERE (k.issuer_id, k.user_id, k.processor) = (h.issuer_id, ${keptId}::uuid, h.processor))`;
  await tx.processorCardholder.deleteMany({ where: { issuerId, userId: mergedId } });
}
