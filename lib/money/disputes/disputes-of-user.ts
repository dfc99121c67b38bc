import type { Belongings } from '../../directory/people/merge-users';

/** The disputes that a user opened: and those taken up: their outcome is told to whoever the user is merged into. */
export const disputesOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.dispute.updateMany({ where: { issuerId, openedBy: mergedId }, data: { openedBy: keptId } });
    await tx.disputeCase.updateMany({ where: { issuerId, takenBy: mergedId }, data: { takenBy: keptId } });
    return [];
  }
};
