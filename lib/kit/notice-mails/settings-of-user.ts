import type { Belongings } from '../../directory/people/merge-users';

/** How notices reach a user, and those that wait: a merge keeps the kept user's choice and moves what waits. */
export const noticeSettingsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.heldNotice.updateMany({ where: { issuerId, userId: mergedId }, data: { userId: keptId } });
    await tx.noticeSetting.deleteMany({ where: { issuerId, userId: mergedId } });
    return [];
  },
  async forget(tx, { issuerId, id: userId }) {
    await tx.heldNotice.deleteMany({ where: { issuerId, userId } });
    await tx.noticeSetting.deleteMany({ where: { issuerId, userId } });
  }
};
