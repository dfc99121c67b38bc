import type { Belongings } from '../../../directory/people/merge-users';

/** The folders whose files become a user's requests: whoever is merged or forgotten requests no more. */
export const foldersOfUser: Belongings = {
  async move(tx, { issuerId, mergedId: userId }) {
    await tx.batchFolder.deleteMany({ where: { issuerId, userId } });
    return [];
  },
  async forget(tx, { issuerId, id: userId }) {
    await tx.batchFolder.deleteMany({ where: { issuerId, userId } });
  }
};
