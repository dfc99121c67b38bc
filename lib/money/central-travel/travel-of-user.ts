import type { Belongings } from '../../directory/people/merge-users';

/** The files of bookings that a user uploaded, and the bookings given to them: a merge gives them to the user that is kept. */
export const travelOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.centralTravelFile.updateMany({ where: { issuerId, userId: mergedId }, data: { userId: keptId } });
    await tx.centralTravelBooking.updateMany({
      where: { issuerId, travellerId: mergedId },
      data: { travellerId: keptId }
    });
    return [];
  }
};
