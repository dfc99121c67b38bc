import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { askFault } from '../../kit/states/ask-fault';
import { startingFrom } from '../../kit/states/starting-from';
import { ownAlert } from './alerts';
import { alertFault } from './save-alert';
import { ALERT, type AlertEvent } from './states';

/** Pauses one of the principal's own alerts, or has it watch again (C2.027). What is booked while it is paused doesn't count as new. */
export function changeAlertState(
  principal: Principal,
  { id, event }: { id: string; event: AlertEvent },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault = askFault(ALERT, event, principal) ?? (await alertFault(principal));
    if (fault) return refused(fault);
    const alert = await ownAlert(principal, id, tx);
    if (!alert) return refused({ code: 'not.found' });
    const { issuerId } = principal;
    const { to, audit } = ALERT.events[event];
    const changed = await tx.$executeRaw`
      UPDATE spending_alerts s
      SET state = ${to}::spending_alert_state, version = s.version + 1, updated_at = ${now()}
      WHERE s.issuer_id = ${issuerId}::uuid AND s.id = ${id}::uuid
        AND ${startingFrom(Prisma.sql`s.state`, ALERT.events[event])}`;
    if (changed === 0) return refused({ code: ALERT.refusal(event, alert.state) ?? 'alert.changed' });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: audit,
      entity: 'spending_alert',
      entityId: id,
      details: { name: alert.name }
    });
    return accepted(null);
  });
}

/** Deletes one of the principal's own alerts with its reports; notices that were sent stay with their readers (C6.026). */
export function deleteAlert(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault = await alertFault(principal);
    if (fault) return refused(fault);
    const alert = await ownAlert(principal, id, tx);
    const { issuerId } = principal;
    const { count } = alert ? await tx.spendingAlert.deleteMany({ where: { issuerId, id } }) : { count: 0 };
    if (!alert || count === 0) return refused({ code: 'not.found' });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'spending_alert.deleted',
      entity: 'spending_alert',
      entityId: id,
      details: { name: alert.name }
    });
    return accepted(null);
  });
}
