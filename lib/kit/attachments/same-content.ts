import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import type { AttachableEntity } from './attachable';

const sameRow = z.strictObject({
  /** The attachment that was asked about. */
  of: z.string(),
  entity: textOf<AttachableEntity>(),
  recordId: z.string()
});

/** A record that has the same file as another one. */
export type SameContent = z.infer<typeof sameRow>;

/** The records that have these attachments, the oldest first; of each is the attachment. */
export const recordsWith = (issuerId: string, attachmentIds: readonly string[]): Promise<SameContent[]> =>
  readRows(database(), sameRow)`
    SELECT a.id AS of, a.entity, a.record_id AS "recordId" FROM attachments a
    WHERE a.issuer_id = ${issuerId}::uuid AND a.id = ANY(${[...attachmentIds]}::uuid[]) AND a.position IS NOT NULL
    ORDER BY a.added_at, a.id`;

/**
 * The other records of the issuer that have the same bytes as one of these attachments. The caller tells nobody about a
 * record that they don't see.
 */
export const sameContent = (issuerId: string, attachmentIds: readonly string[]): Promise<SameContent[]> =>
  readRows(database(), sameRow)`
    SELECT a.id AS of, o.entity, o.record_id AS "recordId"
    FROM attachments a
    JOIN attachments o ON o.issuer_id = a.issuer_id AND o.sha256 = a.sha256 AND o.id <> a.id AND o.position IS NOT NULL
    WHERE a.issuer_id = ${issuerId}::uuid AND a.id = ANY(${[...attachmentIds]}::uuid[])
    ORDER BY o.added_at, o.id`;
