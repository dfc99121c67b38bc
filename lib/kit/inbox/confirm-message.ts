import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { addressedMessage } from './open-message';

/** Confirms that the principal has read a message that asks for it; a second time changes nothing. */
export function confirmMessage(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const message = await addressedMessage(principal, id, tx);
    if (!message?.mustConfirm) return refused({ code: 'not.found' });
    const { issuerId, nodeId } = message;
    const confirmed = await tx.$executeRaw`
      INSERT INTO inbox_reads AS r (issuer_id, message_id, user_id, read_at, confirmed_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${principal.userId}::uuid, ${now()}, ${now()})
      ON CONFLICT (issuer_id, message_id, user_id) DO UPDATE SET confirmed_at = EXCLUDED.confirmed_at
        WHERE r.confirmed_at IS NULL`;
    if (confirmed === 1)
      await recordAct(tx, principal, origin, {
        issuerId,
        nodeId,
        action: 'message.confirmed',
        entity: 'message',
        entityId: id
      });
    return accepted(null);
  });
}
