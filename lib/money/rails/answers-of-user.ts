import type { Belongings } from '../../directory/people/merge-users';

/** The answers of banks that a user uploaded: a merge gives them to the user that is kept. */
export const answersOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.paymentAnswer.updateMany({ where: { issuerId, broughtBy: mergedId }, data: { broughtBy: keptId } });
    return [];
  }
};
