import { z } from 'zod';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { enqueue, type OutboxEntry } from '../../core/server/outbox';
import { usersBelow } from '../../directory/people/users-below';
import { dayOf } from '../../directory/structure/reads/today';
import { WANTS_MESSAGES_TOLD } from '../notice-mails/settings';
import { forgetMessageNotices, messageAddress, OF_MESSAGE } from '../notices/message-notices';
import { postNotice } from '../notices/post-notice';
import { AT_PLACE } from './addressed';

const shownSchema = z.strictObject({ issuerId: z.guid(), id: z.guid() });
type Shown = z.infer<typeof shownSchema>;

/** The condition that message `m` is in inboxes on this day of its issuer `i`. */
const isShown = () => Prisma.sql`m.first_day <= ${dayOf(now())} AND coalesce(m.last_day >= ${dayOf(now())}, TRUE)`;

/** Has the readers of messages told that are shown and weren't told of yet; `only` narrows the messages `m`. */
async function announce(tx: Transaction, only: Prisma.Sql): Promise<number> {
  const shown = await readRows(tx, shownSchema)`
    UPDATE inbox_messages t SET told_at = ${now()}
    WHERE t.told_at IS NULL AND (t.issuer_id, t.id) IN (
      SELECT m.issuer_id, m.id FROM inbox_messages m ${AT_PLACE} WHERE m.told_at IS NULL AND ${isShown()} AND ${only})
    RETURNING t.issuer_id AS "issuerId", t.id`;
  for (const message of shown)
    await enqueue(tx, { issuerId: message.issuerId, topic: 'inbox.message', payload: message });
  return shown.length;
}

/** Has the readers of one message told, in the transaction that sends or changes it; one for later waits for its day. */
export const announceMessage = (tx: Transaction, { issuerId, id }: Shown): Promise<number> =>
  announce(tx, Prisma.sql`m.issuer_id = ${issuerId}::uuid AND m.id = ${id}::uuid`);

/** Has the readers of messages told whose first day has come; every hour. Returns the number of messages. */
export const announceMessages = (): Promise<number> => transaction((tx) => announce(tx, Prisma.sql`TRUE`));

const messageRow = z.strictObject({
  subject: z.string(),
  roles: z.array(z.string()),
  path: z.string(),
  senderId: z.string()
});

/**
 * The handler of messages: posts a notice for their mail to each reader who wants such mails and hasn't read the message.
 * Those who have chosen nothing cost nothing, so that a message to an issuer's every user stays one row.
 */
export async function tellReaders(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const { issuerId, id } = shownSchema.parse(payload);
  const [message] = await readRows(tx, messageRow)`
    SELECT m.subject, m.roles::text[] AS roles, n.path, m.sender_id AS "senderId" FROM inbox_messages m ${AT_PLACE}
    WHERE m.issuer_id = ${issuerId}::uuid AND m.id = ${id}::uuid AND ${isShown()}`;
  if (!message) return;
  const { subject, roles, path, senderId } = message;
  await forgetMessageNotices(tx, { issuerId, id });
  const wanting = Prisma.sql`u.id <> ${senderId}::uuid AND ${WANTS_MESSAGES_TOLD} AND NOT EXISTS (
    SELECT 1 FROM inbox_reads r WHERE r.issuer_id = u.issuer_id AND r.message_id = ${id}::uuid AND r.user_id = u.id)`;
  const readers = await usersBelow(tx, { issuerId, path, roles }, wanting);
  for (const { id: userId } of readers)
    await postNotice(tx, { issuerId, userId, kind: OF_MESSAGE, params: { subject }, href: messageAddress(id) });
}
