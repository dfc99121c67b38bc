import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { AuditEntry, Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { accepted, type Result } from '../../../core/entry/refusal';
import { findGroup, heldGroup, type PurchaseGroup } from './groups';
import { eventOfGaps } from './sections';
import { setGroupState } from './set-state';
import { PURCHASE_GROUP } from './states';

/** A group in the version that its reader saw. */
export interface SeenGroup {
  id: string;
  version: number;
}

type Details = NonNullable<AuditEntry['details']>;

/**
 * Changes a section of a group, if it is unchanged since it was read. A section that is incomplete afterwards sends an
 * active group back to In Progress (C4.015); without users, or without approvers, the group is inactive (C4.014, C4.047).
 */
export function changeGroup(
  principal: Principal,
  seen: SeenGroup,
  origin: Origin,
  write: (tx: Transaction, held: PurchaseGroup) => Promise<Result<Details>>
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const asked = await heldGroup(tx, principal, seen);
    if (!asked.ok) return asked;
    const held = asked.value;
    const { issuerId, id, companyId } = held;
    const written = await write(tx, held);
    if (!written.ok) return written;
    if (Object.keys(written.value).length === 0) return accepted(null);
    await tx.$executeRaw`
      UPDATE purchase_groups SET version = version + 1 WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'purchase_group.changed',
      entity: 'purchase_group',
      entityId: id,
      nodeId: companyId,
      details: { name: held.name, ...written.value }
    });
    await settle(tx, principal, origin, held);
    return accepted(null);
  });
}

/** What happens by itself after a section was changed. */
async function settle(tx: Transaction, principal: Principal, origin: Origin, before: PurchaseGroup): Promise<void> {
  const after = await findGroup(principal, before.id, tx);
  const event = after && eventOfGaps(before.missing, after.missing);
  if (event && PURCHASE_GROUP.after(after.state, event) !== null)
    await setGroupState(tx, principal, origin, after, event);
}
