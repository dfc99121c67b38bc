import type { Transaction } from '../../../core/database/database';
import type { Belongings } from '../../../directory/people/merge-users';

/** A user's schedules, and those that name them: a merge moves them, and they go when the user is forgotten. */
export const schedulesOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.reportSchedule.updateMany({
      where: { issuerId, ownerUserId: mergedId },
      data: { ownerUserId: keptId, version: { increment: 1 } }
    });
    await tx.$executeRaw`
      UPDATE report_recipients r SET user_id = ${keptId}::uuid
      WHERE r.issuer_id = ${issuerId}::uuid AND r.user_id = ${mergedId}::uuid AND NOT EXISTS (
        SELECT 1 FROM report_recipients k
        WHERE (k.issuer_id, k.schedule_id) = (r.issuer_id, r.schedule_id) AND k.user_id = ${keptId}::uuid)`;
    await tx.$executeRaw`
      UPDATE report_deliveries d SET user_id = ${keptId}::uuid
      WHERE d.issuer_id = ${issuerId}::uuid AND d.user_id = ${mergedId}::uuid AND NOT EXISTS (
        SELECT 1 FROM report_deliveries k
        WHERE (k.issuer_id, k.firing_id) = (d.issuer_id, d.firing_id) AND k.user_id = ${keptId}::uuid)`;
    await leave(tx, issuerId, mergedId);
    return [];
  },
  async forget(tx, { issuerId, id }) {
    await tx.reportSchedule.deleteMany({ where: { issuerId, ownerUserId: id } });
    await leave(tx, issuerId, id);
  }
};

async function leave(tx: Transaction, issuerId: string, userId: string): Promise<void> {
  await tx.reportRecipient.deleteMany({ where: { issuerId, userId } });
  await tx.reportDelivery.deleteMany({ where: { issuerId, userId } });
}
