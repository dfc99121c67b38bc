import type { Belongings } from '../../directory/people/merge-users';

/** The files of bookings that a user uploaded: they are of whoever the user is merged into. */
export const filesOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.centralTravelFile.updateMany({ where: { issuerId, userId: mergedId }, data: { userId: keptId } });
    return [];
  }
};
