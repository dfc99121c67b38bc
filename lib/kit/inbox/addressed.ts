import type { Principal } from '../../access/policy/principal';
import { nodeColumns, reaching } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';
import { userName } from '../../directory/people/reads/user-name';
import { placedAt } from '../../directory/structure/reads/placed-at';
import { dayOf } from '../../directory/structure/reads/today';

/** The place `n` of a message `m`, and its issuer `i`. */
export const AT_PLACE = placedAt(Prisma.sql`m.issuer_id`, Prisma.sql`m.node_id`);

/** Messages `m`, each with its place `n`, its issuer `i`, and what the principal did with it, `r`. */
export const messagesOf = ({ userId }: Pick<Principal, 'userId'>): Prisma.Sql =>
  Prisma.sql`inbox_messages m
    ${AT_PLACE}
    LEFT JOIN inbox_reads r ON (r.issuer_id, r.message_id) = (m.issuer_id, m.id) AND r.user_id = ${userId}::uuid`;

/**
 * The condition that a message of `messagesOf` is in the principal's inbox: it is of their issuer, for a place that
 * theirs is at or below, for their role, and of this day. What is addressed to a person is for nobody who views as them
 * (C6.018).
 */
export function isAddressed({ issuerId, role, scope, accessor }: Principal): Prisma.Sql {
  if (accessor) return Prisma.sql`FALSE`;
  const today = dayOf(now());
  return Prisma.sql`m.issuer_id = ${issuerId}::uuid AND ${reaching(scope, nodeColumns('n'))}
    AND (m.roles = '{}' OR ${role}::user_role = ANY(m.roles))
    AND m.first_day <= ${today} AND (m.last_day IS NULL OR m.last_day >= ${today})`;
}

/** Whether a message of `messagesOf` still asks for something: to be read, or to be confirmed. */
export const IS_WAITING = Prisma.sql`(r.read_at IS NULL OR (m.must_confirm AND r.confirmed_at IS NULL))`;

/** The name of a message's sender, who may be of another issuer. */
export const SENDER_NAME = userName(Prisma.sql`m.sender_issuer_id`, Prisma.sql`m.sender_id`);
