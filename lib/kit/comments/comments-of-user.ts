import type { Belongings } from '../../directory/people/merge-users';

/** The comments that a user wrote, which only they can remove, and those that mention them. */
export const commentsOfUser: Belongings = {
  async move(tx, { issuerId, keptId, mergedId }) {
    await tx.comment.updateMany({ where: { issuerId, authorId: mergedId }, data: { authorId: keptId } });
    await tx.$executeRaw`
      INSERT INTO comment_mentions (issuer_id, comment_id, user_id)
      SELECT issuer_id, comment_id, ${keptId}::uuid FROM comment_mentions
      WHERE issuer_id = ${issuerId}::uuid AND user_id = ${mergedId}::uuid ON CONFLICT DO NOTHING`;
    await tx.commentMention.deleteMany({ where: { issuerId, userId: mergedId } });
    return [];
  }
};
