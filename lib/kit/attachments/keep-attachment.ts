import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Act } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { keepLargeFile } from '../../core/files/large-files';
import { acceptUpload, mediaTypeOf } from '../../core/files/uploads';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { enqueue } from '../../core/server/outbox';
import type { AttachableRecord, AttachedTo } from './attachable';
import { ATTACHMENT_KINDS, type AttachmentKind, attachedName } from './attached-name';
import { fileFault } from './file-fault';
import { freePlace } from './free-place';

/** A file that may be attached. */
export interface AcceptedAttachment {
  bytes: Uint8Array;
  name: string;
  mediaType: string;
  /** As hexadecimal digits. */
  sha256: string;
}

/** The side effect `attachment.kept`: an attachment that was stored, and the kind of its record. */
export const keptSchema = z.object({ id: z.guid(), entity: z.string() });
type Kept = z.infer<typeof keptSchema>;

/** The record of an attachment, with its place in the structure. */
export type HeldRecord = AttachedTo & Pick<AttachableRecord, 'issuerId' | 'nodeId'>;

/**
 * Accepts a JPG, PNG or PDF by its content, 4 MB at most (CD.12), free of viruses (C8.019), and as `fileFault` wants it.
 */
export async function acceptAttachment(
  file: File,
  principal: Principal,
  origin: Origin
): Promise<Result<AcceptedAttachment>> {
  const upload = await acceptUpload(file, ATTACHMENT_KINDS, principal, origin);
  if (!upload.ok) return upload;
  const { bytes } = upload.value;
  const kind = upload.value.kind as AttachmentKind;
  const fault = await fileFault(bytes, kind);
  if (fault) return refused({ code: fault, field: 'file' });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return accepted({ bytes, name: attachedName(upload.value.name, kind), mediaType: mediaTypeOf(kind), sha256 });
}

/**
 * Keeps an accepted file as attachment of a record that the caller holds and may change. Refuses the same bytes twice,
 * and more than 20 files. The caller audits the `act` as its last write.
 */
export async function keepAttachment(
  tx: Transaction,
  { userId }: Pick<Principal, 'userId'>,
  { issuerId, nodeId, entity, id: recordId }: HeldRecord,
  { bytes, name, mediaType, sha256 }: AcceptedAttachment
): Promise<Result<{ id: string; name: string; act: Act }>> {
  const place = await freePlace(tx, issuerId, { entity, id: recordId }, sha256);
  if (!place.ok) return place;
  const kept = { issuerId, name, mediaType, ownerUserId: null, expiresAt: null };
  const { id: fileId, size } = await keepLargeFile(kept, chunksOf(bytes), tx);
  const id = newId();
  await tx.$executeRaw`
    INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256,
      added_by, added_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${entity}, ${recordId}::uuid, ${place.value}, ${fileId}::uuid, ${name},
      ${mediaType}, ${size}, decode(${sha256}, 'hex'), ${userId}::uuid, ${now()})`;
  await tx.$executeRaw`
    INSERT INTO attachment_previews (issuer_id, attachment_id, added_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${now()})`;
  // Whatever is done with a kept file later waits for nobody here.
  await enqueue(tx, { issuerId, topic: 'attachment.kept', payload: { id, entity } satisfies Kept });
  return accepted({
    id,
    name,
    act: {
      issuerId,
      nodeId,
      action: 'attachment.added',
      entity,
      entityId: recordId,
      details: { attachment: id, file: name, size, sha256 }
    }
  });
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
