import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { transaction } from '../../../core/database/database';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { heldDispute } from '../disputes';
import type { ShownDispute } from '../draft';
import { awaitsIssuer, caseOf, stepsOf } from './cases';
import type { CommandKind } from './network';
import { tell } from './tell-network';

/** How the issuer answers what the network awaits: it pursues the claim into the next stage, or accepts that it is lost. */
export type Response = Extract<CommandKind, 'pursue' | 'accept'>;

/** Answers the network's last step for the issuer's desk, once. */
export function respond(
  principal: Principal,
  { id, version }: ShownDispute,
  response: Response,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'dispute_desk', 'modify')) return refused({ code: 'forbidden.action' });
    const held = await heldDispute(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    if (held.version !== version) return refused({ code: 'record.changed', params: { version: held.version } });
    const found = await caseOf(held, tx);
    if (!found || !awaitsIssuer(found, await stepsOf(held, tx)))
      return refused({ code: held.endedAt ? 'dispute.ended' : 'dispute.not.awaited' });
    const { issuerId, accountId: nodeId } = held;
    await tell(tx, held, response, found.rounds + 1);
    await tx.dispute.update({ where: { issuerId_id: { issuerId, id } }, data: { version: { increment: 1 } } });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: `dispute.${response}`,
      entity: 'dispute',
      entityId: id,
      details: { round: found.rounds + 1, case: found.caseNumber }
    });
    return accepted(null);
  });
}
