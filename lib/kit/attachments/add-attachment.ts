import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { keepLargeFile } from '../../core/files/large-files';
import { acceptUpload, mediaTypeOf } from '../../core/files/uploads';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { type Attachables, type AttachedTo, attachableOf, changeable } from './attachable';
import { ATTACHMENT_KINDS, type AttachmentKind, attachedName } from './attached-name';

/** The most files of a record, as in the database. */
export const MOST_ATTACHMENTS = 20;

/**
 * Attaches a file to a record: a JPG, PNG or PDF by its content, 4 MB at most (CD.12) and free of viruses (C8.019). It
 * is kept byte for byte and sealed. Refuses the same bytes twice, and more than 20 files. Returns its id and its name.
 */
export async function addAttachment(
  attachables: Attachables,
  principal: Principal,
  to: AttachedTo,
  file: File,
  origin: Origin
): Promise<Result<{ id: string; name: string }>> {
  const attachable = attachableOf(attachables, to);
  // Nobody has files scanned for a record that they can't change.
  const found = changeable(await attachable.find(database(), principal, to.id));
  if (!found.ok) return found;
  const upload = await acceptUpload(file, ATTACHMENT_KINDS, principal, origin);
  if (!upload.ok) return upload;
  const { bytes } = upload.value;
  const kind = upload.value.kind as AttachmentKind;
  const mediaType = mediaTypeOf(kind);
  const name = attachedName(upload.value.name, kind);
  return transaction(async (tx) => {
    const held = changeable(await attachable.hold(tx, principal, to.id));
    if (!held.ok) return held;
    const { issuerId, nodeId } = held.value;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const place = await freePlace(tx, issuerId, to, sha256);
    if (!place.ok) return place;
    const kept = { issuerId, name, mediaType, ownerUserId: null, expiresAt: null };
    const { id: fileId, size } = await keepLargeFile(kept, chunksOf(bytes), tx);
    const id = newId();
    await tx.$executeRaw`
      INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256,
        added_by, added_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${to.entity}, ${to.id}::uuid, ${place.value}, ${fileId}::uuid, ${name},
        ${mediaType}, ${size}, decode(${sha256}, 'hex'), ${principal.userId}::uuid, ${now()})`;
    await recordAct(tx, principal, origin, {
      ...{ issuerId, nodeId, action: 'attachment.added', entity: to.entity, entityId: to.id },
      details: { attachment: id, file: name, size, sha256 }
    });
    return accepted({ id, name });
  });
}

const attachedRow = z.strictObject({ position: z.number(), sha256: z.string() });

/** The first free place among the files of a record that is held. */
async function freePlace(
  tx: Transaction,
  issuerId: string,
  { entity, id }: AttachedTo,
  sha256: string
): Promise<Result<number>> {
  const attached = await readRows(tx, attachedRow)`
    SELECT position::int AS position, encode(sha256, 'hex') AS sha256 FROM attachments
    WHERE issuer_id = ${issuerId}::uuid AND entity = ${entity} AND record_id = ${id}::uuid AND position IS NOT NULL`;
  if (attached.some((one) => one.sha256 === sha256)) return refused({ code: 'attachment.already', field: 'file' });
  if (attached.length === MOST_ATTACHMENTS)
    return refused({ code: 'attachment.most', field: 'file', params: { maximum: MOST_ATTACHMENTS } });
  const taken = new Set(attached.map(({ position }) => position));
  let place = 1;
  while (taken.has(place)) place++;
  return accepted(place);
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
