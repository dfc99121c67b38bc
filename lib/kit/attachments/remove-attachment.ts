import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { expireLargeFile } from '../../core/files/large-files';
import { now } from '../../core/server/clock';
import { type Attachables, type AttachedTo, attachableOf, changeable } from './attachable';

/** The days for which a removed file is kept, so that an operator can restore it. */
export const REMOVED_DAYS = 30;

const removedRow = z.strictObject({ fileId: z.string(), name: z.string(), sha256: z.string() });

/** Removes an attachment at once; its file is deleted after 30 days. Returns its name. */
export function removeAttachment(
  attachables: Attachables,
  principal: Principal,
  to: AttachedTo,
  id: string,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const held = changeable(await attachableOf(attachables, to).hold(tx, principal, to.id));
    if (!held.ok) return held;
    const { issuerId, nodeId } = held.value;
    const [removed] = await readRows(tx, removedRow)`
      UPDATE attachments SET position = NULL
      WHERE issuer_id = ${issuerId}::uuid AND entity = ${to.entity} AND record_id = ${to.id}::uuid AND id = ${id}::uuid
        AND position IS NOT NULL
      RETURNING file_id AS "fileId", name, encode(sha256, 'hex') AS sha256`;
    if (!removed) return refused({ code: 'not.found' });
    const { fileId, name, sha256 } = removed;
    const expiresAt = new Date(now().getTime() + REMOVED_DAYS * 86_400_000);
    await expireLargeFile(tx, { issuerId, id: fileId }, expiresAt);
    await recordAct(tx, principal, origin, {
      ...{ issuerId, nodeId, action: 'attachment.removed', entity: to.entity, entityId: to.id },
      details: { attachment: id, file: name, sha256 }
    });
    return accepted(name);
  });
}
