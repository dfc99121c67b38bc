import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { settingsOf } from '../../../access/settings/setting-value';
import { database } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import type { Refusal } from '../../../core/entry/refusal';
import { rolesOfPerson } from '../add-role';
import { NOT_AUTHORIZED, reachOf } from '../maintenance';
import { stillWaits } from './lapse-links';

const waitingLinkRow = z.strictObject({
  id: z.string(),
  /** The user id of the other end. */
  userId: z.string(),
  /** Whether this user becomes the primary. */
  isPrimary: z.boolean()
});

/** A link that an administrator requested and that is unconfirmed, from the side of one of its ids. */
export type WaitingLink = z.infer<typeof waitingLinkRow>;

/** The links that an administrator requested and the principal may confirm, as primary, or refuse. */
export async function waitingLinks({ issuerId, userId }: Principal): Promise<WaitingLink[]> {
  return readRows(database(), waitingLinkRow)`
    SELECT l.id, u.user_id AS "userId", l.primary_user_id = ${userId}::uuid AS "isPrimary" FROM user_links l
    JOIN users u ON u.issuer_id = l.issuer_id
      AND u.id = CASE WHEN l.primary_user_id = ${userId}::uuid THEN l.linked_user_id ELSE l.primary_user_id END
    WHERE l.issuer_id = ${issuerId}::uuid AND ${userId}::uuid IN (l.primary_user_id, l.linked_user_id)
      AND ${stillWaits('l')}
    ORDER BY l.requested_at, l.id`;
}

/** The reason that the principal's own settings and role forbid linking other ids, or null. */
export async function ownLinkFault({ issuerId, userId, accessor }: Principal): Promise<Refusal | null> {
  if (accessor) return NOT_AUTHORIZED;
  const { companyId } = await database().user.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id: userId } } });
  const settings = await settingsOf(database(), { issuerId, companyId }, ['multi.user', 'sso.only']);
  if (!settings['multi.user']) return { code: 'link.off' };
  if (settings['sso.only']) return { code: 'link.sso.two.factor' };
  const roles = await rolesOfPerson(database(), { issuerId, id: userId });
  if (roles.some((role) => reachOf(role) > reachOf('G'))) return { code: 'link.role' };
  const linked = await database().userLink.count({ where: { issuerId, linkedUserId: userId, status: 'confirmed' } });
  return linked > 0 ? { code: 'link.primary.is.linked' } : null;
}
