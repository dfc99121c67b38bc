import type { Belongings } from '../../directory/people/merge-users';

/** The business trips of a user: a merge moves them. Without a report they are forgotten with their owner (CD.5). */
export const tripsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.businessTrip.updateMany({ where: { issuerId, ownerId: mergedId }, data: { ownerId: keptId } });
    return [];
  },
  async forget(tx, { issuerId, id: ownerId }) {
    await tx.businessTrip.deleteMany({ where: { issuerId, ownerId, report: null } });
  }
};
