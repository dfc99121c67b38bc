import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import type { OutboxEntry } from '../../core/server/outbox';
import { noticeSchema } from './notice';

/** The handler of notices. A notice has the id of its entry, so that it is there once. */
export async function deliverNotice(tx: Transaction, { id, payload }: OutboxEntry): Promise<void> {
  const { issuerId, userId, kind, params, href, fileUntil } = noticeSchema.parse(payload);
  await tx.$executeRaw`
    INSERT INTO inbox_notices (issuer_id, id, user_id, kind, params, href, file_until, posted_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${userId}::uuid, ${kind}, ${JSON.stringify(params)}::jsonb, ${href},
      ${fileUntil ?? null}::timestamptz, ${now()})
    ON CONFLICT (issuer_id, id) DO NOTHING`;
}
