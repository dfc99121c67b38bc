import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { type Act, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { daysLater } from '../../core/calendar/days';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { expireLargeFile } from '../../core/files/large-files';
import { now } from '../../core/server/clock';
import { type Attachables, type AttachedTo, attachableOf, changeable } from './attachable';
import type { HeldRecord } from './keep-attachment';

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
    const removed = await takeAttachment(tx, { ...to, ...held.value }, id);
    if (!removed.ok) return removed;
    await recordAct(tx, principal, origin, removed.value.act);
    return accepted(removed.value.name);
  });
}

/** Does the same with a record that the caller holds and may change. The caller audits the `act` as its last write. */
export async function takeAttachment(
  tx: Transaction,
  { issuerId, nodeId, entity, id: recordId }: HeldRecord,
  id: string
): Promise<Result<{ name: string; act: Act }>> {
  const [removed] = await readRows(tx, removedRow)`
    UPDATE attachments SET position = NULL
    WHERE issuer_id = ${issuerId}::uuid AND entity = ${entity} AND record_id = ${recordId}::uuid AND id = ${id}::uuid
      AND position IS NOT NULL
    RETURNING file_id AS "fileId", name, encode(sha256, 'hex') AS sha256`;
  if (!removed) return refused({ code: 'not.found' });
  const { fileId, name, sha256 } = removed;
  const expiresAt = daysLater(now(), REMOVED_DAYS);
  await expireLargeFile(tx, { issuerId, id: fileId }, expiresAt);
  return accepted({
    name,
    act: {
      issuerId,
      nodeId,
      action: 'attachment.removed',
      entity,
      entityId: recordId,
      details: { attachment: id, file: name, sha256 }
    }
  });
}
