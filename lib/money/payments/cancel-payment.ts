import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { askFault } from '../../kit/states/ask-fault';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import { cutoffOf } from './cutoff';
import { payingFault } from './payable';
import { heldPayment } from './payments';
import { PAYMENT } from './states';

/** Cancels a scheduled payment until the cutoff of its day. Of two who cancel it one does. */
export function cancelPayment(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault = askFault(PAYMENT, 'cancel', principal) ?? (await payingFault(principal));
    if (fault) return refused(fault);
    const held = await heldPayment(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    const { issuerId, accountId: nodeId, state, payOn } = held;
    const code = PAYMENT.refusal('cancel', state);
    if (code) return refused({ code });
    if (now() >= (await cutoffOf(issuerId, payOn, tx))) return refused({ code: 'payment.cutoff.passed' });
    const { to, audit } = PAYMENT.events.cancel;
    const changed = await tx.$executeRaw`
      UPDATE payments p SET state = ${to}::payment_state, version = p.version + 1, wallet_account_id = NULL,
        ended_at = ${now()}, ended_by = ${principal.userId}::uuid
      WHERE p.issuer_id = ${issuerId}::uuid AND p.id = ${id}::uuid
        AND ${startingFrom(Prisma.sql`p.state`, PAYMENT.events.cancel)}`;
    mustChange(changed, 1);
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: audit,
      entity: 'payment',
      entityId: id,
      details: { 'before.state': state, 'after.state': to }
    });
    return accepted(null);
  });
}
