import type { Principal } from '../../access/principal';
import { recordAct } from '../../access/record-act';
import type { Origin } from '../../core/audit';
import { transaction } from '../../core/database';
import { accepted, type Result, refused } from '../../core/refusal';
import { changeFault } from '../maintenance';
import { maintained } from '../user-record';
import { LINK_NOT_FOUND, undoLink } from './undo-link';

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
    if (!link) return refused(LINK_NOT_FOUND);
    await undoLink(tx, { issuerId, id: linkId, ...link }, principal.brandName);
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
