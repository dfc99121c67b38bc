import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { messagePlace } from './message-place';
import type { MessageEntry } from './schema';
import { announceMessage } from './tell-readers';

/**
 * Sends a message to everybody at a place of the principal's scope and below, or to some roles there. It is one row,
 * however many people it is for (C1.008). Returns its id.
 */
export function sendMessage(principal: Principal, entry: MessageEntry, origin: Origin): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'messages', 'modify')) return refused({ code: 'forbidden.action' });
    const place = await messagePlace(principal, entry.nodeId, tx);
    if (!place) return refused({ code: 'place.not.found', field: 'nodeId' });
    const { issuerId } = place;
    const { roles, subject, body, mustConfirm, firstDay, lastDay } = entry;
    const id = newId();
    await tx.$executeRaw`
      INSERT INTO inbox_messages (issuer_id, id, node_id, roles, subject, body, must_confirm, first_day, last_day,
        sender_issuer_id, sender_id, sender_role, sent_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${place.id}::uuid, ${roles}::user_role[], ${subject}, ${body}, ${mustConfirm},
        ${firstDay}::date, ${lastDay}::date, ${principal.issuerId}::uuid, ${principal.userId}::uuid,
        ${principal.role}::user_role, ${now()})`;
    await announceMessage(tx, { issuerId, id });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: place.id,
      action: 'message.sent',
      entity: 'message',
      entityId: id,
      details: { subject, body, ...(roles.length > 0 && { roles: roles.join(', ') }), mustConfirm, firstDay, lastDay }
    });
    return accepted(id);
  });
}
