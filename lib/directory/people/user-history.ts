import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { AUDIT_ENTRIES } from '../../core/audit/entries';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { atNode } from '../structure/reads/joins';
import { type UserRecord, userColumns } from './user-record';

const SHOWN = 20;

const userEventEntryRow = z.strictObject({
  /** Unique among the events of an issuer. */
  sequence: z.string(),
  action: z.string(),
  occurredAt: z.date(),
  /** The acting user, if the principal sees them; null also for the user and for the product itself. */
  by: z.string().nullable(),
  /** The acting user is outside the principal's scope. */
  byOutside: z.boolean(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
});
export type UserEventEntry = z.infer<typeof userEventEntryRow>;

/** The events of a user, newest first, at most 20; for users who may see audits. */
export async function userHistory(principal: Principal, { issuerId, id }: UserRecord): Promise<UserEventEntry[]> {
  if (!may(principal, 'audit', 'view')) return [];
  return readRows(database(), userEventEntryRow)`
    SELECT e.sequence::text AS sequence, e.action, e.occurred_at AS "occurredAt", e.details,
      nullif(concat_ws(' ', actor.first_name, actor.last_name), '') AS by,
      e.actor_user_id <> ${id}::uuid AND actor.id IS NULL AND e.actor_user_id IS NOT NULL AS "byOutside"
    FROM ${AUDIT_ENTRIES} e
    LEFT JOIN LATERAL (
      SELECT u.id, u.first_name, u.last_name FROM users u LEFT ${atNode('u.node_id')}
      WHERE u.id = e.actor_user_id AND u.id <> ${id}::uuid AND ${within(principal.scope, userColumns)} LIMIT 1
    ) actor ON true
    WHERE e.issuer_id = ${issuerId}::uuid AND e.entity = 'user' AND e.entity_id = ${id}
    ORDER BY e.occurred_at DESC, e.sequence DESC LIMIT ${SHOWN}`;
}
