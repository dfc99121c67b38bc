import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { type Attachables, type AttachedTo, attachableOf, changeable } from './attachable';
import { acceptAttachment, keepAttachment } from './keep-attachment';

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
  const upload = await acceptAttachment(file, principal, origin);
  if (!upload.ok) return upload;
  return transaction(async (tx) => {
    const held = changeable(await attachable.hold(tx, principal, to.id));
    if (!held.ok) return held;
    const fault = await attachable.fileFault?.(tx, held.value, upload.value);
    if (fault) return refused(fault);
    const kept = await keepAttachment(tx, principal, { ...to, ...held.value }, upload.value);
    if (!kept.ok) return kept;
    const { id, name, act } = kept.value;
    await recordAct(tx, principal, origin, act);
    return accepted({ id, name });
  });
}
