import type { Principal } from '../../access/policy/principal';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { archiveNotice } from '../notices/own-notices';
import { addressedMessage } from './open-message';

/**
 * Puts an entry of the principal's inbox into the archive, or back. It then counts as read. A message stays in the inbox
 * until it is confirmed, if it asks for that. A reader archives, and deletes nothing: the message is its sender's.
 */
export function archiveEntry(principal: Principal, id: string, isArchived: boolean): Promise<Result<null>> {
  const archivedAt = isArchived ? now() : null;
  return transaction(async (tx) => {
    if (await archiveNotice(tx, principal, id, archivedAt)) return accepted(null);
    const message = await addressedMessage(principal, id, tx);
    if (!message) return refused({ code: 'not.found' });
    if (isArchived && message.mustConfirm && !message.confirmedAt) return refused({ code: 'inbox.confirm.first' });
    await tx.$executeRaw`
      INSERT INTO inbox_reads (issuer_id, message_id, user_id, read_at, archived_at)
      VALUES (${message.issuerId}::uuid, ${id}::uuid, ${principal.userId}::uuid, ${now()}, ${archivedAt}::timestamptz)
      ON CONFLICT (issuer_id, message_id, user_id) DO UPDATE SET archived_at = EXCLUDED.archived_at`;
    return accepted(null);
  });
}
