import { now } from '../../core/server/clock';
import type { Belongings } from '../../directory/people/merge-users';

/**
 * The payments that a user made: a merge gives them to the user that is kept. Recurring ones are stopped, since the bank
 * account they pay from stays behind in its wallet.
 */
export const paymentsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.payment.updateMany({ where: { issuerId, payerId: mergedId }, data: { payerId: keptId } });
    await tx.recurringPayment.updateMany({
      where: { issuerId, payerId: mergedId, state: { not: 'stopped' } },
      data: { state: 'stopped', endedAt: now() }
    });
    await tx.recurringPayment.updateMany({ where: { issuerId, payerId: mergedId }, data: { payerId: keptId } });
    return [];
  }
};
