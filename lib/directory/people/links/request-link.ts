import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { accountOf } from '../../../sign-in/account/accounts';
import { userIdKey } from '../../../sign-in/account/user-id';
import { changeFault } from '../maintenance';
import { brandOf } from '../people-mail';
import { maintained } from '../user-record';
import { lapse } from './lapse-links';
import { linkFault } from './link-faults';
import { mailRefusable, type RefusalAddress } from './link-refusal';

/**
 * Requests that a user id be linked to a user, who becomes the primary; the person confirms it (C4.029). Its owner gets
 * a mail and may refuse. It requires authority to modify both users (C6.023). A system administrator can't be linked
 * (C6.014).
 */
export async function requestLink(
  principal: Principal,
  { primaryId, userId }: { primaryId: string; userId: string },
  refusalAddress: RefusalAddress,
  origin: Origin
): Promise<Result<string>> {
  if (principal.role === 'Z') return refused({ code: 'link.system.administrator' });
  const denied = changeFault(principal, 'multi_user');
  if (denied) return refused(denied);
  return transaction(async (tx) => {
    const entry = await tx.userDirectory.findUnique({ where: { userIdKey: userIdKey(userId) } });
    // Both are locked at once and in one order, to avoid a deadlock between requests.
    await tx.$executeRaw`
      SELECT 1 FROM users WHERE id IN (${primaryId}::uuid, ${entry?.userId ?? null}::uuid) ORDER BY id FOR UPDATE`;
    const primary = await maintained(tx, principal, primaryId);
    if (!primary.ok) return primary;
    const linked = entry && (await maintained(tx, principal, entry.userId));
    if (!linked?.ok) return refused({ ...(linked?.refusal ?? { code: 'user.not.found' }), field: 'userId' });
    const { issuerId } = primary.value;
    const linkedId = linked.value.id;
    const fault = await linkFault(tx, issuerId, { primaryId, linkedId });
    if (fault) return refused(fault);
    // Linking requires that the owner can be notified.
    if (linked.value.email === null) return refused({ code: 'link.no.address', field: 'userId' });
    const link = await insertLink(tx, { issuerId, primaryId, linkedId });
    if (!link) return refused({ code: 'link.requested.already', field: 'userId' });
    const [own, other] = [
      await accountOf({ issuerId, userId: primaryId }, tx),
      await accountOf({ issuerId, userId: linkedId }, tx)
    ];
    const brand = await brandOf(tx, issuerId, principal.brandName);
    const requestedLink = { issuerId, id: link, state: 'requested', primary: own, linked: other } as const;
    await mailRefusable(tx, requestedLink, { brand, refusalAddress });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user_link.requested',
      entity: 'user',
      entityId: primaryId,
      details: { link, linked: linkedId }
    });
    return accepted(link);
  });
}

/** Inserts an unconfirmed link; null if there is one that has not lapsed. */
export async function insertLink(
  tx: Transaction,
  { issuerId, primaryId, linkedId }: { issuerId: string; primaryId: string; linkedId: string }
): Promise<string | null> {
  const asked = await tx.userLink.findMany({
    where: { issuerId, primaryUserId: primaryId, linkedUserId: linkedId, status: 'unconfirmed' }
  });
  for (const link of asked) await lapse(tx, link);
  const id = newId();
  const { count: written } = await tx.userLink.createMany({
    data: { issuerId, id, primaryUserId: primaryId, linkedUserId: linkedId, requestedAt: now() },
    skipDuplicates: true
  });
  return written === 1 ? id : null;
}
