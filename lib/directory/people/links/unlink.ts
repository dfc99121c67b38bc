import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { database, transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { type Account, accountOf } from '../../../sign-in/account/accounts';
import { holdSignIn } from '../change-status';
import { givePassword, newPasswordFor } from '../issue-password';
import { changeFault } from '../maintenance';
import { findUser, maintained, NOT_FOUND } from '../user-record';
import { LINK_NOT_FOUND, undoLink } from './undo-link';

/** Whether the account can receive a temporary password by mail and sign in with it. */
const takesPassword = (account: Account): account is Account & { email: string } =>
  account.email !== null && account.loginType === 'pwd' && !account.ssoOnly && account.status !== 'inactive';

const unlinkedRow = z.strictObject({ linkedId: z.string(), primaryId: z.string(), isConfirmed: z.boolean() });

/**
 * Undoes a link from either user's page (C4.030): the linked id can sign in by itself again, with a temporary password,
 * because the requester knows its previous one. @throws HashingBusy
 */
export async function unlink(
  principal: Principal,
  { userId, linkId }: { userId: string; linkId: string },
  origin: Origin
): Promise<Result<null>> {
  if (principal.role === 'Z') return refused({ code: 'link.system.administrator' });
  const denied = changeFault(principal, 'multi_user');
  if (denied) return refused(denied);
  const seen = await findUser(principal, userId);
  if (!seen) return NOT_FOUND;
  const { issuerId } = seen;
  const known = await database().userLink.findUnique({ where: { issuerId_id: { issuerId, id: linkId } } });
  const linked = known && (await accountOf({ issuerId, userId: known.linkedUserId }));
  const fresh = linked && (await newPasswordFor(linked, origin));
  return transaction(async (tx) => {
    if (linked) await holdSignIn(tx, linked);
    const maintainedUser = await maintained(tx, principal, userId, { partly: true });
    if (!maintainedUser.ok) return maintainedUser;
    const rows = await readRows(tx, unlinkedRow)`
      SELECT linked_user_id AS "linkedId", primary_user_id AS "primaryId", status = 'confirmed' AS "isConfirmed"
      FROM user_links WHERE issuer_id = ${issuerId}::uuid AND id = ${linkId}::uuid
        AND ${userId}::uuid IN (primary_user_id, linked_user_id) AND status <> 'unlinked' FOR UPDATE`;
    const [link] = rows;
    if (!link) return refused(LINK_NOT_FOUND);
    await undoLink(tx, { issuerId, id: linkId, ...link }, principal.brandName);
    if (link.isConfirmed && linked && fresh && takesPassword(linked))
      await givePassword(tx, principal, linked, fresh, origin);
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
