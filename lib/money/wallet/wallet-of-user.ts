import type { Transaction } from '../../core/database/database';
import { FOREIGN_KEY_VIOLATION, sqlStateOf } from '../../core/database/sql-state';
import { now } from '../../core/server/clock';
import type { Belongings } from '../../directory/people/merge-users';
import { MANDATE } from './mandates/states';

/**
 * The wallet of a user. A merge doesn't move it: a bank account belongs to the sign-in that agreed to it. What a payment
 * is under way from when its owner is forgotten keeps its number, without names; mandates are kept without their words.
 */
export const walletOfUser: Belongings = {
  async forget(tx, { issuerId, id: userId }) {
    await tx.sepaMandate.updateMany({
      where: { issuerId, userId, state: 'active' },
      data: { state: MANDATE.events.cancel.to, endedAt: now() }
    });
    await tx.sepaMandate.updateMany({ where: { issuerId, userId }, data: { authorizationText: '–' } });
    const accounts = await tx.walletAccount.findMany({ where: { issuerId, userId }, select: { id: true } });
    for (const { id } of accounts)
      if (!(await tryDelete(tx, issuerId, id)))
        await tx.walletAccount.updateMany({ where: { issuerId, id }, data: { holderName: '–', nickname: '–' } });
  }
};

/** Deletes a bank account; false if a payment from it is under way. */
async function tryDelete(tx: Transaction, issuerId: string, id: string): Promise<boolean> {
  await tx.$executeRaw`SAVEPOINT before_delete`;
  try {
    await tx.walletAccount.deleteMany({ where: { issuerId, id } });
    return true;
  } catch (error) {
    if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) throw error;
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT before_delete`;
    return false;
  }
}
