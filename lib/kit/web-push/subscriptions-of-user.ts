import type { Belongings } from '../../directory/people/merge-users';

/** The browsers that a user's notices reach: a merge leaves the kept user's, and ends those of the merged one. */
export const pushSubscriptionsOfUser: Belongings = {
  async move(tx, { issuerId, mergedId }) {
    await tx.pushSubscription.deleteMany({ where: { issuerId, userId: mergedId } });
    return [];
  },
  async forget(tx, { issuerId, id: userId }) {
    await tx.pushSubscription.deleteMany({ where: { issuerId, userId } });
  }
};
