import type { Transaction } from '../../core/database/database';
import type { CommentableEntity } from './commentable';

/** Deletes the comments on deleted records, with their mentions. */
export async function forgetComments(
  tx: Transaction,
  issuerId: string,
  entity: CommentableEntity,
  recordIds: readonly string[]
): Promise<void> {
  await tx.comment.deleteMany({ where: { issuerId, entity, recordId: { in: [...recordIds] } } });
}
