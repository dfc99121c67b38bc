import { z } from 'zod';
import { database } from '../../core/database/database';
import { type Reader, readRows } from '../../core/database/rows';

const keptFileRow = z.strictObject({ fileId: z.string(), mediaType: z.string(), addedAt: z.date() });

/** The stored file of an attachment; null if it is removed. The caller shows nothing of it. */
export async function keptFile(
  issuerId: string,
  attachmentId: string,
  tx: Reader = database()
): Promise<z.infer<typeof keptFileRow> | null> {
  const [file] = await readRows(tx, keptFileRow)`
    SELECT file_id AS "fileId", media_type AS "mediaType", added_at AS "addedAt" FROM attachments
    WHERE issuer_id = ${issuerId}::uuid AND id = ${attachmentId}::uuid AND position IS NOT NULL`;
  return file ?? null;
}
