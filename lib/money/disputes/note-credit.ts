import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { heldDispute } from './disputes';
import type { ShownDispute } from './draft';
import { caseOf, isWithNetwork } from './network/cases';
import { DISPUTE } from './states';

/** A provisional credit that the issuer gave. */
export interface Credit {
  amount: string;
  creditedOn: string;
}

/** Notes the provisional credit of a dispute under review: at most the disputed amount. */
export function noteCredit(
  principal: Principal,
  { id, version }: ShownDispute,
  { amount, creditedOn }: Credit,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'dispute_desk', 'modify')) return refused({ code: 'forbidden.action' });
    const held = await heldDispute(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    const code = DISPUTE.refusal('win', held.state);
    if (code) return refused({ code });
    if (held.version !== version) return refused({ code: 'record.changed', params: { version: held.version } });
    if (isWithNetwork(await caseOf(held, tx))) return refused({ code: 'dispute.at.network' });
    if (new Prisma.Decimal(amount).gt(held.amount))
      return refused({ code: 'dispute.amount.most', field: 'amount', params: { maximum: Number(held.amount) } });
    const { issuerId, accountId: nodeId } = held;
    const changed = await tx.$executeRaw`
      UPDATE disputes d SET credit_amount = ${amount}::numeric, credit_on = ${creditedOn}::date, version = d.version + 1
      WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${id}::uuid
        AND ${startingFrom(Prisma.sql`d.state`, DISPUTE.events.win)}`;
    mustChange(changed, 1);
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'dispute.credit',
      entity: 'dispute',
      entityId: id,
      details: changesBetween({ amount: held.creditAmount, creditedOn: held.creditOn }, { amount, creditedOn })
    });
    return accepted(null);
  });
}
