import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { within } from '../../../access/policy/scope';
import { daysLater } from '../../../core/calendar/days';
import { database, type Transaction } from '../../../core/database/database';
import { exists, readRows, textOf } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { atNode } from '../../structure/reads/joins';
import type { UserStatus } from '../states';
import { type UserRecord, userColumns } from '../user-record';
import { stillWaits } from './lapse-links';

const linkRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  primaryUserId: z.string(),
  linkedUserId: z.string(),
  /** An unconfirmed link lapses after its time. */
  status: z.enum(['unconfirmed', 'confirmed', 'lapsed']),
  /** Whether this user is the primary. */
  isPrimary: z.boolean(),
  requestedAt: z.date(),
  confirmedAt: z.date().nullable()
});
const seenLinkRow = linkRow.extend({
  otherId: z.string(),
  otherUserId: z.string(),
  otherName: z.string(),
  otherStatus: textOf<UserStatus>(),
  seen: z.boolean()
});

/** A link between user ids of one person, from the side of one of them (CD.32). */
export interface UserLink extends z.infer<typeof linkRow> {
  /** The other id is not active: the link has no effect until it is. */
  isInvalid: boolean;
  /** The other id; null if it is outside the principal's scope. */
  other: { id: string; userId: string; name: string } | null;
}

/** How long a lapsed link is shown. */
const LAPSED_DAYS = 30;

/** The links of a user, without undone ones; lapsed ones are shown for some time, until they are requested again. */
export async function linksOf(principal: Principal, user: Pick<UserRecord, 'issuerId' | 'id'>): Promise<UserLink[]> {
  const since = daysLater(now(), -LAPSED_DAYS);
  const rows = await readRows(database(), seenLinkRow)`
    SELECT l.issuer_id AS "issuerId", l.id, l.primary_user_id AS "primaryUserId", l.linked_user_id AS "linkedUserId",
      CASE WHEN l.status = 'confirmed' OR ${stillWaits('l')} THEN l.status::text ELSE 'lapsed' END AS status,
      l.primary_user_id = ${user.id}::uuid AS "isPrimary", l.requested_at AS "requestedAt",
      l.confirmed_at AS "confirmedAt", u.id AS "otherId", u.user_id AS "otherUserId",
      concat_ws(' ', u.first_name, u.last_name) AS "otherName", u.status::text AS "otherStatus",
      coalesce(u.issuer_id = ${principal.issuerId}::uuid AND ${user.id}::uuid = ${principal.userId}::uuid
        OR ${within(principal.scope, userColumns)}, FALSE) AS seen
    FROM user_links l
    JOIN users u ON u.issuer_id = l.issuer_id
      AND u.id = CASE WHEN l.primary_user_id = ${user.id}::uuid THEN l.linked_user_id ELSE l.primary_user_id END
    LEFT ${atNode('u.node_id')}
    WHERE l.issuer_id = ${user.issuerId}::uuid AND (l.status <> 'unlinked' OR l.lapsed_at > ${since} AND NOT EXISTS (
        SELECT FROM user_links later WHERE later.issuer_id = l.issuer_id AND later.primary_user_id = l.primary_user_id
          AND later.linked_user_id = l.linked_user_id AND later.requested_at > l.requested_at))
      AND ${user.id}::uuid IN (l.primary_user_id, l.linked_user_id)
    ORDER BY l.requested_at, l.id`;
  return rows.map(({ otherId, otherUserId, otherName, otherStatus, seen, ...link }) => ({
    ...link,
    isInvalid: link.status !== 'lapsed' && otherStatus !== 'active',
    other: seen ? { id: otherId, userId: otherUserId, name: otherName } : null
  }));
}

/** Whether a user is an end of a link, also an unconfirmed one. */
export async function isInLink(
  tx: Transaction,
  { issuerId, id }: Pick<UserRecord, 'issuerId' | 'id'>
): Promise<boolean> {
  return exists(tx)`
    SELECT 1 FROM user_links l WHERE l.issuer_id = ${issuerId}::uuid AND ${id}::uuid IN (l.primary_user_id, l.linked_user_id)
      AND (l.status = 'confirmed' OR ${stillWaits('l')}) LIMIT 1`;
}

/** Whether an issuer, or one of its companies, has linked ids: then multi-user stays on (C4.033). */
export async function hasLinkedIds(
  db: Transaction,
  { issuerId, companyId }: { issuerId: string; companyId: string | null }
): Promise<boolean> {
  return exists(db)`
    SELECT 1 FROM user_links l JOIN users u ON u.issuer_id = l.issuer_id AND u.id IN (l.primary_user_id, l.linked_user_id)
    WHERE l.issuer_id = ${issuerId}::uuid AND l.status = 'confirmed'
      AND (${companyId}::uuid IS NULL OR u.company_id = ${companyId}::uuid) LIMIT 1`;
}
