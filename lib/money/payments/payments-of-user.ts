import type { Belongings } from '../../directory/people/merge-users';

/** The payments that a user made: they are of whoever the user is merged into. */
export const paymentsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.payment.updateMany({ where: { issuerId, payerId: mergedId }, data: { payerId: keptId } });
    return [];
  }
};
