import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { joinedLargeFile } from '../../core/files/joined-file';
import { readLargeFile } from '../../core/files/large-files';
import type { TextKey } from '../../core/language/text-key';
import { now } from '../../core/server/clock';
import { userName } from '../../directory/people/reads/user-name';
import { type Attachables, type AttachedTo, attachableOf } from './attachable';
import { PREVIEW_COLUMNS, previewShape, WITH_PREVIEW } from './previews/preview-columns';

const attachmentRow = z.strictObject({
  id: z.string(),
  fileId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  /** Who added it; null for a user of another issuer. */
  by: z.string().nullable(),
  addedAt: z.date(),
  ...previewShape
});

/** A file that is attached to a record. */
export type Attachment = z.infer<typeof attachmentRow>;

/** The attachments of a record of an issuer: neither removed ones nor those whose file has expired. */
const attachedTo = (issuerId: string, { entity, id }: AttachedTo) => Prisma.sql`
  SELECT a.id, a.file_id AS "fileId", a.name, a.media_type AS "mediaType", a.size, a.added_at AS "addedAt",
    ${userName(Prisma.sql`a.issuer_id`, Prisma.sql`a.added_by`)} AS by,
    ${PREVIEW_COLUMNS}
  FROM attachments a ${joinedLargeFile('a.file_id')} ${WITH_PREVIEW}
  WHERE a.issuer_id = ${issuerId}::uuid AND a.entity = ${entity} AND a.record_id = ${id}::uuid AND a.position IS NOT NULL
    AND (l.expires_at IS NULL OR l.expires_at > ${now()})`;

/**
 * The attachments of a record, the oldest first, and the reason that the principal can't change them; null if they
 * don't see the record.
 */
export async function attachmentsOf(
  attachables: Attachables,
  principal: Principal,
  to: AttachedTo
): Promise<{ attachments: Attachment[]; fault: TextKey | null } | null> {
  const record = await attachableOf(attachables, to).find(database(), principal, to.id);
  if (!record) return null;
  const attachments = await readRows(
    database(),
    attachmentRow
  )`${attachedTo(record.issuerId, to)} ORDER BY a.added_at, a.id`;
  return { attachments, fault: record.fault };
}

/** An attached file as it is sent, read while it is sent; null if the principal doesn't see it. */
export async function openAttachment(
  attachables: Attachables,
  principal: Principal,
  to: AttachedTo,
  id: string
): Promise<(Pick<Attachment, 'name' | 'mediaType' | 'size'> & { bytes: AsyncIterable<Buffer> }) | null> {
  const record = await attachableOf(attachables, to).find(database(), principal, to.id);
  if (!record) return null;
  const { issuerId } = record;
  const [found] = await readRows(database(), attachmentRow)`${attachedTo(issuerId, to)} AND a.id = ${id}::uuid`;
  if (!found) return null;
  const { name, mediaType, size, fileId } = found;
  return { name, mediaType, size, bytes: readLargeFile({ issuerId, id: fileId }) };
}
