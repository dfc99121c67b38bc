import { z } from 'zod';
import type { AuditAction } from '../../core/audit/audit-actions';
import { AUDIT_ENTRIES } from '../../core/audit/entries';
import { daysLater } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import type { Actor } from '../session/sessions';

/** The audit actions that concern the security of a user's sign-in; the text of each is at `event.…`. */
export const SHOWN_ACTIONS = [
  'challenge.enrolled',
  'challenge.lock_cleared',
  'challenge.locked',
  'challenge.reset',
  'one_time_pin.issued',
  'passkey.added',
  'passkey.counter_regressed',
  'passkey.removed',
  'password.changed',
  'password.reset',
  'recovery.requested',
  'security_question.set',
  'session.all_ended',
  'session.ended',
  'session.others_ended',
  'session.revoked',
  'sign_in.failed',
  'sign_in.locked',
  'sign_in.refused_locked',
  'sign_in.succeeded',
  'temporary_password.issued',
  'token.handed_out',
  'token.issued',
  'token.pin_changed',
  'token.revoked',
  'user.id_changed'
] as const satisfies readonly AuditAction[];
const SHOWN = 20;
const DAYS = 90;

const ownEventRow = z.strictObject({
  /** Unique among the events of an issuer. */
  id: z.string(),
  action: textOf<(typeof SHOWN_ACTIONS)[number]>(),
  occurredAt: z.date(),
  /** Enough for the user to recognize their own address; null if none was stored. */
  address: z.string().nullable()
});
export type OwnEvent = z.infer<typeof ownEventRow>;

/**
 * The actor's own security events of the last 90 days, newest first, at most 20: their own actions, and attempts
 * against them.
 */
export async function ownEvents({ issuerId, userId }: Actor): Promise<OwnEvent[]> {
  const since = daysLater(now(), -DAYS);
  const events = await readRows(database(), ownEventRow)`
    SELECT sequence::text AS id, action, occurred_at AS "occurredAt", host(address) AS address FROM (
      (SELECT * FROM ${AUDIT_ENTRIES} e
        WHERE issuer_id = ${issuerId}::uuid AND actor_user_id = ${userId}::uuid
          AND occurred_at > ${since} AND action = ANY(${SHOWN_ACTIONS})
        ORDER BY occurred_at DESC, sequence DESC LIMIT ${SHOWN})
      UNION
      (SELECT * FROM ${AUDIT_ENTRIES} e
        WHERE issuer_id = ${issuerId}::uuid AND entity = 'user' AND entity_id = ${userId}
          AND occurred_at > ${since} AND action = ANY(${SHOWN_ACTIONS})
        ORDER BY occurred_at DESC, sequence DESC LIMIT ${SHOWN})
    ) events
    ORDER BY occurred_at DESC, sequence DESC LIMIT ${SHOWN}`;
  return events.map((event) => ({ ...event, address: event.address && maskedNetwork(event.address) }));
}

/** The half of an address that names the network: `203.0.*.*`, `2001:db8:*`. */
export function maskedNetwork(address: string): string {
  if (!address.includes(':')) return `${address.split('.').slice(0, 2).join('.')}.*.*`;
  return `${address.split(':').slice(0, 2).join(':')}:*`;
}
