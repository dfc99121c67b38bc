import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { type Commentables, type CommentedOn, commentableOf, open } from './commentable';

/** Removes a comment that the principal wrote: its text and its mentions are gone, its author and time stay. */
export function removeComment(
  commentables: Commentables,
  principal: Principal,
  on: CommentedOn,
  id: string,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = open(await commentableOf(commentables, on).hold(tx, principal, on.id), principal);
    if (!held.ok) return held;
    const { issuerId, nodeId } = held.value;
    const { count } = await tx.comment.updateMany({
      where: { issuerId, id, entity: on.entity, recordId: on.id, authorId: principal.userId, removedAt: null },
      data: { text: null, removedAt: now() }
    });
    if (count === 0) return refused({ code: 'not.found' });
    await tx.commentMention.deleteMany({ where: { issuerId, commentId: id } });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'comment.removed',
      entity: on.entity,
      entityId: on.id,
      details: { comment: id }
    });
    return accepted(null);
  });
}
