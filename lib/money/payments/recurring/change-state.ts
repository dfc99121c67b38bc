import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { askFault } from '../../../kit/states/ask-fault';
import type { EventOf } from '../../../kit/states/define-states';
import { mustChange, startingFrom } from '../../../kit/states/starting-from';
import { payingFault } from '../payable';
import { heldRecurring } from './recurring';
import { afterOf } from './save-recurring';
import { RECURRING_PAYMENT } from './states';

export type RecurringEvent = EventOf<typeof RECURRING_PAYMENT> & string;

/**
 * Pauses, resumes or stops a recurring payment. Payments that it has made stay as they are. One that goes on pays no
 * statement whose day went by meanwhile, and only its payer lets it.
 */
export function changeRecurringState(
  principal: Principal,
  id: string,
  event: RecurringEvent,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const fault = askFault(RECURRING_PAYMENT, event, principal) ?? (await payingFault(principal));
    if (fault) return refused(fault);
    const held = await heldRecurring(tx, principal, id);
    if (!held) return refused({ code: 'not.found' });
    if (event === 'resume' && held.payerId !== principal.userId) return refused({ code: 'forbidden.action' });
    const { issuerId, accountId: nodeId, state } = held;
    const code = RECURRING_PAYMENT.refusal(event, state);
    if (code) return refused({ code });
    const { to, audit } = RECURRING_PAYMENT.events[event];
    const after = event === 'resume' ? await afterOf(tx, { ...held, id: nodeId }, held) : held.after;
    const changed = await tx.$executeRaw`
      UPDATE recurring_payments r SET state = ${to}::recurring_state, version = r.version + 1, after = greatest(r.after, ${after}::date),
        ended_at = ${event === 'stop' ? now() : null}::timestamptz
      WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid
        AND ${startingFrom(Prisma.sql`r.state`, RECURRING_PAYMENT.events[event])}`;
    mustChange(changed, 1);
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: audit,
      entity: 'recurring_payment',
      entityId: id,
      details: { 'before.state': state, 'after.state': to }
    });
    return accepted(id);
  });
}
