import { z } from 'zod';
import { appendAudit, type Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { grantedPlaces } from '../../directory/people/granted-places';
import { isStillUser } from '../../directory/people/known-user';
import { peopleToMail } from '../../directory/people/people-to-mail';
import { userName } from '../../directory/people/reads/user-name';
import { joinedNode } from '../../directory/structure/reads/joined-node';
import { postNotice } from '../../kit/notices/post-notice';
import { startingFrom } from '../../kit/states/starting-from';
import { ALERT } from './states';

const pausedRow = z.strictObject({ name: z.string(), person: z.string(), nodeId: z.string() });

/**
 * Pauses an alert whose owner is no longer a user, and tells the administrators of the company that it watches: nobody
 * else could see, change or end it (C6.026).
 */
export async function pauseIfLeft(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  origin: Origin
): Promise<void> {
  const { to, audit: action } = ALERT.events.pause;
  const owner = [Prisma.sql`s.issuer_id`, Prisma.sql`s.owner_user_id`] as const;
  const [paused] = await readRows(tx, pausedRow)`
    UPDATE spending_alerts s SET state = ${to}::spending_alert_state, version = s.version + 1, updated_at = ${now()}
    WHERE s.issuer_id = ${issuerId}::uuid AND s.id = ${id}::uuid AND NOT ${isStillUser(...owner)}
      AND ${startingFrom(Prisma.sql`s.state`, ALERT.events.pause)}
    RETURNING s.name, ${userName(...owner)} AS person, s.node_id AS "nodeId"`;
  if (!paused) return;
  const { name, person, nodeId } = paused;
  const details = { name };
  await appendAudit(tx, origin, { issuerId, nodeId, action, entity: 'spending_alert', entityId: id, details });
  const watched = Prisma.sql`FROM (SELECT 1) one ${joinedNode(Prisma.sql`${issuerId}::uuid`, Prisma.sql`${nodeId}::uuid`)}`;
  const administrators = await peopleToMail(
    tx,
    issuerId,
    Prisma.sql`EXISTS (SELECT 1 FROM ${grantedPlaces('company_setup', 'modify')}
      AND n.id = (SELECT coalesce(n.company_id, n.id) ${watched}))`
  );
  for (const { id: userId } of administrators)
    await postNotice(tx, {
      issuerId,
      userId,
      kind: 'alert.paused',
      params: { name, person },
      href: '/workspace/people'
    });
}
