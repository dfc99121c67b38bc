import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { readMessageNotices } from '../notices/message-notices';
import { isAddressed, messagesOf, SENDER_NAME } from './addressed';

const openedMessageRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  nodeId: z.string(),
  placeName: z.string(),
  subject: z.string(),
  body: z.string(),
  mustConfirm: z.boolean(),
  senderName: z.string().nullable(),
  senderRole: z.enum(ROLES),
  sentAt: z.date(),
  confirmedAt: z.date().nullable(),
  isArchived: z.boolean()
});

/** A message as its reader sees it. */
export type OpenedMessage = z.infer<typeof openedMessageRow>;

/** A message that is addressed to the principal; null for any other. */
export async function addressedMessage(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<OpenedMessage | null> {
  const [message] = await readRows(tx, openedMessageRow)`
    SELECT m.issuer_id AS "issuerId", m.id, m.node_id AS "nodeId", n.name_1 AS "placeName", m.subject, m.body,
      m.must_confirm AS "mustConfirm", ${SENDER_NAME} AS "senderName", m.sender_role::text AS "senderRole",
      m.sent_at AS "sentAt", r.confirmed_at AS "confirmedAt", r.archived_at IS NOT NULL AS "isArchived"
    FROM ${messagesOf(principal)} WHERE m.id = ${id}::uuid AND ${isAddressed(principal)}`;
  return message ?? null;
}

/** Opens a message that is addressed to the principal, who has read it then. */
export function openMessage(principal: Principal, id: string): Promise<OpenedMessage | null> {
  return transaction(async (tx) => {
    const message = await addressedMessage(principal, id, tx);
    if (!message) return null;
    await tx.$executeRaw`
      INSERT INTO inbox_reads (issuer_id, message_id, user_id, read_at)
      VALUES (${message.issuerId}::uuid, ${id}::uuid, ${principal.userId}::uuid, ${now()}) ON CONFLICT DO NOTHING`;
    await readMessageNotices(tx, message, principal);
    return message;
  });
}
