import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { userName } from '../../directory/people/reads/user-name';
import { atIssuer } from '../../directory/structure/reads/joins';
import { dayOf } from '../../directory/structure/reads/today';

const delegationRow = z.strictObject({
  id: z.string(),
  /** The other user: the delegate of a given delegation, the delegator of a received one. */
  name: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  reason: z.string().nullable(),
  state: z.enum(['coming', 'current', 'over', 'withdrawn'])
});
export type Delegation = z.infer<typeof delegationRow>;

const MOST = 50;
const DELEGATOR = Prisma.sql`d.delegator_id`;
const DELEGATE = Prisma.sql`d.delegate_id`;

/** The delegations that the user gave or received, latest first; at most 50. */
export function ownDelegations({ issuerId, userId }: Principal, which: 'given' | 'received'): Promise<Delegation[]> {
  const [own, other] = which === 'given' ? [DELEGATOR, DELEGATE] : [DELEGATE, DELEGATOR];
  return readRows(database(), delegationRow)`
    SELECT d.id, ${userName(Prisma.sql`d.issuer_id`, other)} AS name, d.first_day::text AS "firstDay", d.last_day::text AS "lastDay",
      d.reason, CASE WHEN d.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN d.first_day > ${dayOf(now())} THEN 'coming'
        WHEN d.last_day < ${dayOf(now())} THEN 'over' ELSE 'current' END AS state
    FROM approval_delegations d
    ${atIssuer('d')}
    WHERE d.issuer_id = ${issuerId}::uuid AND ${own} = ${userId}::uuid
    ORDER BY d.first_day DESC, d.id DESC LIMIT ${MOST}`;
}
