import { z } from 'zod';
import { type Transaction, transaction } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { enqueue, type OutboxEntry } from '../../core/server/outbox';
import { noticesById } from '../notices/notices-by-id';
import { mailNotices } from './mail-notices';

const readerSchema = z.strictObject({ issuerId: z.string(), userId: z.string() });

/** Has the mails of due notices sent, one for each reader; every hour. Returns the number of readers. */
export function sendHeldNotices(): Promise<number> {
  return transaction(async (tx) => {
    const readers = await readRows(tx, readerSchema)`
      SELECT DISTINCT issuer_id AS "issuerId", user_id AS "userId" FROM held_notices WHERE due_at <= ${now()}`;
    for (const reader of readers)
      await enqueue(tx, { issuerId: reader.issuerId, topic: 'notices.due', payload: reader });
    return readers.length;
  });
}

/**
 * The handler of a reader's due notices: one mail tells of those that they haven't read yet. What it tells of waits no
 * longer, in the same transaction, so that a second entry finds nothing.
 */
export async function mailDueNotices(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const { issuerId, userId } = readerSchema.parse(payload);
  const due = await readRows(tx, idRow)`
    DELETE FROM held_notices h
    WHERE h.issuer_id = ${issuerId}::uuid AND h.user_id = ${userId}::uuid AND h.due_at <= ${now()}
    RETURNING h.notice_id AS id`;
  const notices = await noticesById(
    tx,
    issuerId,
    due.map(({ id }) => id)
  );
  await mailNotices(
    tx,
    { issuerId, userId },
    notices.filter(({ isRead }) => !isRead)
  );
}
