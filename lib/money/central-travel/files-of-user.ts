import type { Belongings } from '../../directory/people/merge-users';

/** The files of bookings that a user uploaded: a merge gives them to the user that is kept. */
export const filesOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.centralTravelFile.updateMany({ where: { issuerId, userId: mergedId }, data: { userId: keptId } });
    return [];
  }
};
