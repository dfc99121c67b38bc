import type { Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { forgetMessageNotices } from '../notices/message-notices';
import { messagePlace } from './message-place';
import type { MessageEntry } from './schema';
import { type SentMessage, sentMessage } from './sent-message';
import { announceMessage } from './tell-readers';

/**
 * Changes a message: one's own, or one of a lower level, never a higher one's (C6.024). With another subject or text it
 * is unread again for everybody, since nobody has read or confirmed what it says now.
 */
export function changeMessage(
  principal: Principal,
  id: string,
  entry: MessageEntry,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldMessage(tx, principal, id);
    if (!held.ok) return held;
    const before = held.value;
    const { issuerId } = before;
    const place = await messagePlace(principal, entry.nodeId, tx);
    if (place?.issuerId !== issuerId) return refused({ code: 'place.not.found', field: 'nodeId' });
    const { nodeId, roles, subject, body, mustConfirm, firstDay, lastDay } = entry;
    await tx.$executeRaw`
      UPDATE inbox_messages SET node_id = ${nodeId}::uuid, roles = ${roles}::user_role[], subject = ${subject},
        body = ${body}, must_confirm = ${mustConfirm}, first_day = ${firstDay}::date, last_day = ${lastDay}::date
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    if (subject !== before.subject || body !== before.body) {
      await tx.inboxRead.deleteMany({ where: { issuerId, messageId: id } });
      await tx.inboxMessage.updateMany({ where: { issuerId, id }, data: { toldAt: null } });
      await announceMessage(tx, { issuerId, id });
    }
    const details = changesBetween({ ...before }, { nodeId, roles, subject, body, mustConfirm, firstDay, lastDay });
    if (Object.keys(details).length > 0)
      await recordAct(tx, principal, origin, {
        issuerId,
        nodeId: before.nodeId,
        action: 'message.changed',
        entity: 'message',
        entityId: id,
        details
      });
    return accepted(null);
  });
}

/** Deletes a message by the same rule, with what its readers did with it. */
export function deleteMessage(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const held = await heldMessage(tx, principal, id);
    if (!held.ok) return held;
    const { issuerId, nodeId, subject } = held.value;
    await tx.inboxMessage.deleteMany({ where: { issuerId, id } });
    await forgetMessageNotices(tx, { issuerId, id });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'message.deleted',
      entity: 'message',
      entityId: id,
      details: { 'before.subject': subject }
    });
    return accepted(null);
  });
}

/** A message that the principal may change, locked until the transaction ends. */
async function heldMessage(tx: Transaction, principal: Principal, id: string): Promise<Result<SentMessage>> {
  const message = await sentMessage(principal, id, tx, Prisma.sql`FOR UPDATE OF m`);
  if (!message) return refused({ code: 'not.found' });
  if (principal.accessor) return refused({ code: 'access.as.user.closed' });
  return message.isChangeable ? accepted(message) : refused({ code: 'security.violation.maintenance' });
}
