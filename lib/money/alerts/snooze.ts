import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { dayAfter } from '../../core/calendar/days';
import { transaction } from '../../core/database/database';
import { plainDate } from '../../core/entry/date-entry';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { todayAt } from '../../directory/structure/reads/today';
import { ownAlert } from './alerts';
import { alertFault } from './save-alert';

const MOST_DAYS = 366;

/** Until when an alert can be snoozed on a day: from the next one on, for a year at most. */
export const snoozeSchema = (today: string) =>
  z.object({ until: plainDate({ min: dayAfter(today, 1), max: dayAfter(today, MOST_DAYS) }) });

/**
 * Snoozes one of the principal's own active alerts until a day of the issuer's, on which it watches again, or wakes it with
 * null. What happens meanwhile doesn't count as new (C2.027).
 */
export function snoozeAlert(
  principal: Principal,
  { id, until }: { id: string; until: string | null },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault = await alertFault(principal);
    if (fault) return refused(fault);
    const alert = await ownAlert(principal, id, tx);
    if (!alert) return refused({ code: 'not.found' });
    const { issuerId } = principal;
    if (until !== null && !snoozeSchema(await todayAt(issuerId, tx)).safeParse({ until }).success)
      return refused({ code: 'date.invalid', field: 'until' });
    const { count } = await tx.spendingAlert.updateMany({
      where: { issuerId, id, state: 'active', ...(until === null && { snoozedUntil: { not: null } }) },
      data: { snoozedUntil: until && new Date(until), version: { increment: 1 }, updatedAt: now() }
    });
    if (count === 0) return refused({ code: 'alert.changed' });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: until === null ? 'spending_alert.resumed' : 'spending_alert.snoozed',
      entity: 'spending_alert',
      entityId: id,
      details: { name: alert.name, until }
    });
    return accepted(null);
  });
}
