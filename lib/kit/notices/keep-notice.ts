import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import type { Notice } from './notice';

/** Keeps a notice in its reader's inbox under the id of its outbox entry; false if it is there already. */
export async function keepNotice(
  tx: Transaction,
  id: string,
  { issuerId, userId, kind, params, href, fileUntil }: Notice
): Promise<boolean> {
  const kept = await tx.$executeRaw`
    INSERT INTO inbox_notices (issuer_id, id, user_id, kind, params, href, file_until, posted_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${userId}::uuid, ${kind}, ${JSON.stringify(params)}::jsonb, ${href},
      ${fileUntil ?? null}::timestamptz, ${now()})
    ON CONFLICT (issuer_id, id) DO NOTHING`;
  return kept === 1;
}
