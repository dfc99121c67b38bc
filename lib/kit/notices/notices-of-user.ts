import type { Transaction } from '../../core/database/database';

/** What a user was told: a merge moves it, and it goes when the user is forgotten. */
export const noticesOfUser = {
  async move(tx: Transaction, { issuerId, keptId, mergedId }: { issuerId: string; keptId: string; mergedId: string }) {
    await tx.inboxNotice.updateMany({ where: { issuerId, userId: mergedId }, data: { userId: keptId } });
    return [];
  },
  async forget(tx: Transaction, { issuerId, id: userId }: { issuerId: string; id: string }) {
    await tx.inboxNotice.deleteMany({ where: { issuerId, userId } });
  }
};
