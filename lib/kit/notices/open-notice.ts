import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';

const openedNoticeRow = z.strictObject({
  href: z.string(),
  isExpired: z.boolean()
});

/**
 * Opens a notice of the principal, who has read it then. Returns the page that it leads to, and whether the file there is
 * gone (C9.011); null for another's.
 */
export async function openNotice(
  { issuerId, userId, accessor }: Principal,
  id: string
): Promise<z.infer<typeof openedNoticeRow> | null> {
  if (accessor) return null;
  const [notice] = await readRows(database(), openedNoticeRow)`
    UPDATE inbox_notices SET read_at = coalesce(read_at, ${now()})
    WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid AND id = ${id}::uuid
    RETURNING href, coalesce(file_until <= ${now()}, FALSE) AS "isExpired"`;
  return notice ?? null;
}
