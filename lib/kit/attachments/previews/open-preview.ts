import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { database } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { type Attachables, type AttachedTo, attachableOf } from '../attachable';
import { openedPicture } from './sealed-picture';

const sealedRow = z.strictObject({ bytes: z.instanceof(Uint8Array) });

/**
 * A picture of an attached file as WebP: page 0 is the thumbnail, the others are pages of a document. Null if the principal
 * doesn't see the file, or there is no such picture (yet).
 */
export async function openPreview(
  attachables: Attachables,
  principal: Principal,
  to: AttachedTo,
  { id, page }: { id: string; page: number }
): Promise<Buffer | null> {
  const record = await attachableOf(attachables, to).find(database(), principal, to.id);
  if (!record) return null;
  const { issuerId } = record;
  const [found] = await readRows(database(), sealedRow)`
    SELECT coalesce(g.bytes, p.thumbnail) AS bytes
    FROM attachments a JOIN attachment_previews p ON (p.issuer_id, p.attachment_id) = (a.issuer_id, a.id)
      LEFT JOIN attachment_pages g ON (g.issuer_id, g.attachment_id, g.page) = (a.issuer_id, a.id, ${page})
    WHERE a.issuer_id = ${issuerId}::uuid AND a.entity = ${to.entity} AND a.record_id = ${to.id}::uuid
      AND a.id = ${id}::uuid AND a.position IS NOT NULL AND p.state = 'made' AND (${page} = 0 OR g.bytes IS NOT NULL)`;
  return found ? openedPicture({ issuerId, attachmentId: id }, page, found.bytes) : null;
}
