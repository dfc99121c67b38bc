import type { Belongings } from '../../directory/people/merge-users';

/**
 * The expense reports of a user: a merge moves them, and what waits for the merged user waits for the kept one, or for
 * any approver if it is their own. What both had to do with a report keeps who approved it, so that nobody becomes the
 * approver of their own; an advance that one entered for the other stays where it is. The bank account that they are paid back to stays behind with its wallet, and is forgotten.
 */
export const reportsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    const both = [keptId, mergedId];
    await tx.$executeRaw`
      UPDATE expense_reports SET approver_id = NULL, rerouted_at = NULL, version = version + 1
      WHERE issuer_id = ${issuerId}::uuid AND owner_id = ANY(${both}::uuid[]) AND approver_id = ANY(${both}::uuid[])`;
    await tx.$executeRaw`
      UPDATE expense_reports SET approver_id = ${keptId}::uuid, version = version + 1
      WHERE issuer_id = ${issuerId}::uuid AND approver_id = ${mergedId}::uuid`;
    await tx.$executeRaw`
      UPDATE expense_reports SET owner_id = ${keptId}::uuid, version = version + 1
      WHERE issuer_id = ${issuerId}::uuid AND owner_id = ${mergedId}::uuid
        AND approved_by IS DISTINCT FROM ${keptId}::uuid`;
    await tx.$executeRaw`
      UPDATE expense_reports SET approved_by = ${keptId}::uuid
      WHERE issuer_id = ${issuerId}::uuid AND approved_by = ${mergedId}::uuid AND owner_id <> ${keptId}::uuid`;
    await tx.repayment.updateMany({ where: { issuerId, userId: mergedId }, data: { userId: keptId } });
    await tx.$executeRaw`
      UPDATE cash_advances SET owner_id = ${keptId}::uuid
      WHERE issuer_id = ${issuerId}::uuid AND owner_id = ${mergedId}::uuid AND entered_by <> ${keptId}::uuid`;
    return [];
  },
  async forget(tx, { issuerId, id: userId }) {
    await tx.repaymentAccount.deleteMany({ where: { issuerId, userId } });
  }
};
