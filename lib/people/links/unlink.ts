import type { Principal } from '../../access/principal';
import { recordAct } from '../../access/record-act';
import type { Origin } from '../../core/audit';
import { now } from '../../core/clock';
import { transaction } from '../../core/database';
import { accepted, type Result, refused } from '../../core/refusal';
import { accountOf } from '../../identity/accounts';
import { queueSecurityNotice } from '../../identity/security-notice';
import { endOtherSessions } from '../../identity/sessions';
import { changeFault } from '../maintenance';
import { brandOf } from '../people-mail';
import { maintained } from '../user-record';

/** Undoes a link from the information of either user (C4.030): the linked id can sign in by itself again. */
export async function unlink(
  principal: Principal,
  { userId, linkId }: { userId: string; linkId: string },
  origin: Origin
): Promise<Result<null>> {
  if (principal.role === 'Z') return refused({ code: 'link.system.administrator' });
  const denied = changeFault(principal, 'multi_user');
  if (denied) return refused(denied);
  return transaction(async (tx) => {
    const found = await maintained(tx, principal, userId, { partly: true });
    if (!found.ok) return found;
    const { issuerId } = found.value;
    const rows = await tx.$queryRaw<{ linkedId: string; primaryId: string; isConfirmed: boolean }[]>`
      SELECT linked_user_id AS "linkedId", primary_user_id AS "primaryId", status = 'confirmed' AS "isConfirmed"
      FROM user_links WHERE issuer_id = ${issuerId}::uuid AND id = ${linkId}::uuid
        AND ${userId}::uuid IN (primary_user_id, linked_user_id) AND status <> 'unlinked' FOR UPDATE`;
    const [link] = rows;
    if (!link) return refused({ code: 'link.not.found' });
    await tx.userLink.update({
      where: { issuerId_id: { issuerId, id: linkId } },
      data: { status: 'unlinked', unlinkedAt: now() }
    });
    if (link.isConfirmed) {
      // What the primary id opened by switching roles ends.
      await endOtherSessions(tx, { issuerId, userId: link.linkedId }, null);
      const account = await accountOf({ issuerId, userId: link.linkedId }, tx);
      const brand = await brandOf(tx, issuerId, principal.brandName);
      await queueSecurityNotice(tx, 'user_unlinked', account, { brand, locale: brand.locales[0] ?? 'en_US' });
    }
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user_link.unlinked',
      entity: 'user',
      entityId: link.primaryId,
      details: { link: linkId, linked: link.linkedId }
    });
    return accepted(null);
  });
}
