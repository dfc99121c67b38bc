import type { Belongings } from '../../directory/people/merge-users';

/** The payments that a user made: a merge gives them to the user that is kept. */
export const paymentsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.payment.updateMany({ where: { issuerId, payerId: mergedId }, data: { payerId: keptId } });
    return [];
  }
};
