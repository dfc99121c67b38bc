import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';
import { dayOf } from '../../directory/structure/today';

export interface Delegation {
  id: string;
  /** The other one: the delegate of one's own, the delegator of one that was given. */
  name: string;
  firstDay: string;
  lastDay: string;
  reason: string | null;
  state: 'coming' | 'current' | 'over' | 'withdrawn';
}

const MOST = 50;
const DELEGATOR = Prisma.sql`d.delegator_id`;
const DELEGATE = Prisma.sql`d.delegate_id`;

/** What one delegated, or was delegated, the latest first; 50 at most. */
export function ownDelegations({ issuerId, userId }: Principal, which: 'given' | 'received'): Promise<Delegation[]> {
  const [own, other] = which === 'given' ? [DELEGATOR, DELEGATE] : [DELEGATE, DELEGATOR];
  return database().$queryRaw<Delegation[]>`
    SELECT d.id, concat_ws(' ', u.first_name, u.last_name) AS name, d.first_day::text AS "firstDay", d.last_day::text AS "lastDay",
      d.reason, CASE WHEN d.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN d.first_day > ${dayOf(now())} THEN 'coming'
        WHEN d.last_day < ${dayOf(now())} THEN 'over' ELSE 'current' END AS state
    FROM approval_delegations d
    JOIN issuers i ON i.id = d.issuer_id
    JOIN users u ON u.issuer_id = d.issuer_id AND u.id = ${other}
    WHERE d.issuer_id = ${issuerId}::uuid AND ${own} = ${userId}::uuid
    ORDER BY d.first_day DESC, d.id DESC LIMIT ${MOST}`;
}
