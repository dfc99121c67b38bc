import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { joinedLargeFile } from '../../core/files/joined-file';
import { now } from '../../core/server/clock';
import type { AttachableEntity, AttachedTo } from './attachable';
import { PREVIEW_COLUMNS, previewShape, WITH_PREVIEW } from './previews/preview-columns';

const firstRow = z.strictObject({
  entity: textOf<AttachableEntity>(),
  recordId: z.string(),
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  ...previewShape
});

/** The first file of a record, which stands for all of them in a list. */
export type FirstFile = z.infer<typeof firstRow>;

/** The first files of records that the caller has read within the reader's scope, by record. */
export async function firstFiles(
  issuerId: string,
  records: readonly AttachedTo[]
): Promise<ReadonlyMap<string, FirstFile>> {
  if (records.length === 0) return new Map();
  const rows = await readRows(database(), firstRow)`
    SELECT DISTINCT ON (a.entity, a.record_id) a.entity, a.record_id AS "recordId", a.id, a.name,
      a.media_type AS "mediaType", ${PREVIEW_COLUMNS}
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS w (entity text, id uuid)
    JOIN attachments a ON (a.issuer_id, a.entity, a.record_id) = (${issuerId}::uuid, w.entity, w.id)
    ${joinedLargeFile('a.file_id')} ${WITH_PREVIEW}
    WHERE a.position IS NOT NULL AND (l.expires_at IS NULL OR l.expires_at > ${now()})
    ORDER BY a.entity, a.record_id, a.added_at, a.id`;
  return new Map(rows.map((row) => [row.recordId, row]));
}
