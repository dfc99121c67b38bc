import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { transaction } from '../../../core/database/database';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { type Outcome, settled, undo } from '../../../kit/setup/settle';
import type { SeenGroup } from './change-group';
import { heldGroup } from './groups';
import { setGroupState } from './set-state';
import { PURCHASE_GROUP } from './states';
import { onceMoreIfTaken, takenUser } from './taken-users';

/**
 * Activates a group whose sections are complete: it has an approver, and none of its users is in another active group
 * (C4.016, C9.041). Refused with everything that is missing.
 */
export function activateGroup(principal: Principal, seen: SeenGroup, origin: Origin): Promise<Outcome<void>> {
  return onceMoreIfTaken(() =>
    settled(async (tx) => {
      const asked = await heldGroup(tx, principal, seen);
      if (!asked.ok) return undo(asked.refusal);
      const held = asked.value;
      const code = PURCHASE_GROUP.refusal('activate', held.state);
      if (code) return undo({ code });
      if (held.missing.length > 0)
        return undo(...held.missing.map((section) => ({ code: `purchase.group.missing.${section}` as const })));
      const taken = await takenUser(tx, held);
      if (taken) return undo(taken);
      await setGroupState(tx, principal, origin, held, 'activate');
    })
  );
}

/** Deletes a group; one that requests refer to stays, inactive (C4.013). Says which of both happened. */
export function deleteGroup(
  principal: Principal,
  seen: SeenGroup,
  origin: Origin
): Promise<Result<'deleted' | 'deactivated'>> {
  return transaction(async (tx) => {
    const asked = await heldGroup(tx, principal, seen);
    if (!asked.ok) return asked;
    const held = asked.value;
    const { issuerId, id, companyId, name, isUsed } = held;
    if (isUsed) {
      const code = PURCHASE_GROUP.refusal('retire', held.state);
      if (code) return refused({ code });
      await setGroupState(tx, principal, origin, held, 'retire');
      return accepted('deactivated');
    }
    await tx.purchaseGroup.deleteMany({ where: { issuerId, id } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'purchase_group.deleted',
      entity: 'purchase_group',
      entityId: id,
      nodeId: companyId,
      details: { 'before.name': name, 'before.users': held.users.map(({ userId }) => userId).join(', ') }
    });
    return accepted('deleted');
  });
}
