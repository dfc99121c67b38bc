import type { Belongings } from '../../directory/people/merge-users';

/** The wallet of a user. A merge doesn't move it: a bank account belongs to the sign-in that agreed to it. */
export const walletOfUser: Belongings = {
  async forget(tx, { issuerId, id }) {
    await tx.walletAccount.deleteMany({ where: { issuerId, userId: id } });
  }
};
