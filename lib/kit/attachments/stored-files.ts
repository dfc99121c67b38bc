import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { joinedLargeFile } from '../../core/files/joined-file';
import { now } from '../../core/server/clock';
import type { AttachableEntity, AttachedTo } from './attachable';

const storedRow = z.strictObject({
  entity: textOf<AttachableEntity>(),
  recordId: z.string(),
  fileId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  /** Hexadecimal. */
  sha256: z.string()
});

/** A file as it was attached to a record, with its place among the large files. */
export type StoredFile = z.infer<typeof storedRow>;

/**
 * The files of records that the caller has read within the reader's scope, the oldest first: neither removed ones nor
 * those that have expired.
 */
export const storedFiles = (
  issuerId: string,
  records: readonly AttachedTo[],
  tx: Transaction = database()
): Promise<StoredFile[]> =>
  readRows(tx, storedRow)`
    SELECT a.entity, a.record_id AS "recordId", a.file_id AS "fileId", a.name, a.media_type AS "mediaType", a.size,
      encode(a.sha256, 'hex') AS sha256
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS w (entity text, id uuid)
    JOIN attachments a ON (a.issuer_id, a.entity, a.record_id) = (${issuerId}::uuid, w.entity, w.id)
    ${joinedLargeFile('a.file_id')}
    WHERE a.position IS NOT NULL AND (l.expires_at IS NULL OR l.expires_at > ${now()})
    ORDER BY a.added_at, a.id`;
