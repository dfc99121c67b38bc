import type { Transaction } from '../../core/database/database';

interface Merged {
  issuerId: string;
  keptId: string;
  mergedId: string;
}

/** What a user sent, read and confirmed: a merge moves it. */
export const inboxOfUser = {
  async move(tx: Transaction, { issuerId, keptId, mergedId }: Merged) {
    await tx.inboxMessage.updateMany({
      where: { senderIssuerId: issuerId, senderId: mergedId },
      data: { senderId: keptId }
    });
    await tx.$executeRaw`
      INSERT INTO inbox_reads (issuer_id, message_id, user_id, read_at, confirmed_at, archived_at)
      SELECT issuer_id, message_id, ${keptId}::uuid, read_at, confirmed_at, archived_at FROM inbox_reads
      WHERE issuer_id = ${issuerId}::uuid AND user_id = ${mergedId}::uuid
      ON CONFLICT (issuer_id, message_id, user_id)
        DO UPDATE SET confirmed_at = coalesce(inbox_reads.confirmed_at, EXCLUDED.confirmed_at)`;
    await tx.inboxRead.deleteMany({ where: { issuerId, userId: mergedId } });
    return [];
  }
};
