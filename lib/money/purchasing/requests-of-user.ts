import type { Belongings } from '../../directory/people/merge-users';

/** The purchase requests of a user, those on their behalf, and what they decided: a merge moves them. */
export const purchasesOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
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
    return [];
  }
};
