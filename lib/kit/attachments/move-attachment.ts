import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { AttachedTo } from './attachable';
import { freePlace } from './free-place';

const movedRow = z.strictObject({ sha256: z.string(), name: z.string() });

/**
 * Moves an attachment between two records of an issuer that the caller holds and may change; its file stays as it is.
 * Refuses it where the same bytes or 20 files are already. Returns its name, for the caller's audit.
 */
export async function moveAttachment(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  from: AttachedTo,
  to: AttachedTo
): Promise<Result<string>> {
  const [moved] = await readRows(tx, movedRow)`
    SELECT encode(sha256, 'hex') AS sha256, name FROM attachments
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND entity = ${from.entity} AND record_id = ${from.id}::uuid
      AND position IS NOT NULL
    FOR UPDATE`;
  if (!moved) return refused({ code: 'not.found' });
  const place = await freePlace(tx, issuerId, to, moved.sha256);
  if (!place.ok) return place;
  await tx.$executeRaw`
    UPDATE attachments SET entity = ${to.entity}, record_id = ${to.id}::uuid, position = ${place.value}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
  return accepted(moved.name);
}
