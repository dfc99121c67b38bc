import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { userName } from '../../directory/people/reads/user-name';
import { AT_PLACE, SENDER_NAME } from './addressed';
import { isChangeable } from './level';
import { READER_ROLES } from './schema';

const sentMessageRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  nodeId: z.string(),
  placeName: z.string(),
  roles: z.array(z.enum(READER_ROLES)),
  subject: z.string(),
  body: z.string(),
  mustConfirm: z.boolean(),
  firstDay: z.string(),
  lastDay: z.string().nullable(),
  senderIssuerId: z.string(),
  senderId: z.string(),
  senderRole: z.enum(ROLES),
  senderName: z.string().nullable(),
  sentAt: z.date()
});

/** A message as administrators see it, and whether the principal may change it (C6.024). */
export type SentMessage = z.infer<typeof sentMessageRow> & { isChangeable: boolean };

/** A message to a place of the principal's scope, whoever sent it; null for any other. */
export async function sentMessage(
  principal: Principal,
  id: string,
  tx: Transaction = database(),
  lock: Prisma.Sql = Prisma.empty
): Promise<SentMessage | null> {
  if (!may(principal, 'messages', 'view')) return null;
  const [message] = await readRows(tx, sentMessageRow)`
    SELECT m.issuer_id AS "issuerId", m.id, m.node_id AS "nodeId", n.name_1 AS "placeName", m.roles::text[] AS roles,
      m.subject, m.body, m.must_confirm AS "mustConfirm", m.first_day::text AS "firstDay", m.last_day::text AS "lastDay",
      m.sender_issuer_id AS "senderIssuerId", m.sender_id AS "senderId", m.sender_role::text AS "senderRole",
      ${SENDER_NAME} AS "senderName", m.sent_at AS "sentAt"
    FROM inbox_messages m ${AT_PLACE}
    WHERE m.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))} ${lock}`;
  return message
    ? { ...message, isChangeable: may(principal, 'messages', 'modify') && isChangeable(principal, message) }
    : null;
}

const readerRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  readAt: z.date(),
  confirmedAt: z.date().nullable(),
  /** The readers of the message, and those who confirmed it, however many are listed. */
  count: z.number(),
  confirmed: z.number()
});

/** Who has read a message, and when. */
export type MessageReader = z.infer<typeof readerRow>;

const READERS_SHOWN = 200;
const READER_NAME = userName(Prisma.sql`r.issuer_id`, Prisma.sql`r.user_id`);

/** Who has read a message that the principal sees, the last first; at most 200. */
export async function readersOf(principal: Principal, id: string): Promise<MessageReader[]> {
  const message = await sentMessage(principal, id);
  if (!message) return [];
  return readRows(database(), readerRow)`
    SELECT r.user_id AS id, ${READER_NAME} AS name, r.read_at AS "readAt", r.confirmed_at AS "confirmedAt",
      (count(*) OVER ())::int AS count, (count(r.confirmed_at) OVER ())::int AS confirmed
    FROM inbox_reads r
    WHERE r.issuer_id = ${message.issuerId}::uuid AND r.message_id = ${id}::uuid
    ORDER BY r.read_at DESC, r.user_id LIMIT ${READERS_SHOWN}`;
}
