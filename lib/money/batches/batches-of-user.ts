import type { Belongings } from '../../directory/people/merge-users';

/** The files of purchase requests that a user brought: a merge moves them. */
export const batchesOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.purchaseBatch.updateMany({ where: { issuerId, userId: mergedId }, data: { userId: keptId } });
    return [];
  }
};
