import type { Transaction } from '../../core/database/database';

/** A merge keeps the links of the user who stays: the order is one person's own. */
export const quickLinksOfUser = {
  async move(tx: Transaction, { issuerId, mergedId }: { issuerId: string; mergedId: string }) {
    await tx.quickLink.deleteMany({ where: { issuerId, userId: mergedId } });
    return [];
  },
  async forget(tx: Transaction, { issuerId, id: userId }: { issuerId: string; id: string }) {
    await tx.quickLink.deleteMany({ where: { issuerId, userId } });
  }
};
