import type { Belongings } from '../../directory/people/merge-users';

/** The purchase requests of a user and what they decided: a merge moves them. */
export const purchasesOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.purchaseRequest.updateMany({ where: { issuerId, requesterId: mergedId }, data: { requesterId: keptId } });
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
