import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { workOnce } from '@/lib/core/server/outbox';
import type { TestDatabase } from './database';

/** Delivers the notices that wait in the outbox, and leaves everything else there, such as the mails that they cause. */
export async function deliverNotices(database: TestDatabase): Promise<void> {
  const deliver = outboxHandlers['inbox.notice'];
  if (!deliver) throw new Error('nobody delivers notices');
  const setAside = () =>
    database.query(
      `UPDATE outbox SET available_at = now() + interval '1 hour'
       WHERE topic <> 'inbox.notice' AND status = 'queued' AND available_at <= now()`
    );
  do await setAside();
  while (await workOnce({ 'inbox.notice': deliver }));
  await database.query("UPDATE outbox SET available_at = now() WHERE status = 'queued'");
}
