import { z } from 'zod';
import { database } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { readRows } from '../../core/database/rows';
import { joinedLargeFile } from '../../core/files/joined-file';
import { now } from '../../core/server/clock';
import type { AttachableEntity } from './attachable';
import { PREVIEW_COLUMNS, previewShape, WITH_PREVIEW } from './previews/preview-columns';

const attachmentRow = z.strictObject({
  recordId: z.string(),
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  ...previewShape
});

/** A file that is attached to one of several records. */
export type Attachment = z.infer<typeof attachmentRow>;

/**
 * The attachments of records that the caller has read within the reader's scope, by record, the oldest first: neither
 * removed ones nor those whose file has expired.
 */
export async function attachmentsAmong(
  issuerId: string,
  entity: AttachableEntity,
  recordIds: readonly string[]
): Promise<Map<string, Attachment[]>> {
  const found = await readRows(database(), attachmentRow)`
    SELECT a.record_id AS "recordId", a.id, a.name, a.media_type AS "mediaType", ${PREVIEW_COLUMNS}
    FROM attachments a ${joinedLargeFile('a.file_id')} ${WITH_PREVIEW}
    WHERE a.issuer_id = ${issuerId}::uuid AND a.entity = ${entity} AND a.record_id = ANY(${[...recordIds]}::uuid[])
      AND a.position IS NOT NULL AND (l.expires_at IS NULL OR l.expires_at > ${now()})
    ORDER BY a.added_at, a.id`;
  return groupBy(found, ({ recordId }) => recordId);
}
