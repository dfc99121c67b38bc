import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Brand } from '../../../brand/brands/directory';
import type { Origin } from '../../../core/audit/audit';
import type { Transaction } from '../../../core/database/database';
import { idRow, readRows } from '../../../core/database/rows';
import type { Refusal } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { type Account, accountOf } from '../../../sign-in/account/accounts';
import { queueSecurityNotice } from '../../../sign-in/account/security-notice';
import { endSessionsOf } from '../../../sign-in/session/sessions-of-user';
import { linkFault } from './link-faults';
import { mailRefusable, type RefusalAddress } from './link-refusal';
import { insertLink } from './request-link';

/** The context of a link: the brand and language of the page, and the address for refusing it. */
export interface LinkPlace {
  brand: Brand;
  locale: string;
  refusalAddress: RefusalAddress;
}

/**
 * Confirms the link of an id whose whole sign-in the principal has just completed, requested by an administrator or by
 * the principal. From then on the id no longer signs in by itself, and the principal switches to its roles. Its owner
 * gets a mail with a way to refuse. Returns the refusal, or null.
 */
export async function confirmLink(
  tx: Transaction,
  principal: Principal,
  account: Account,
  place: LinkPlace,
  origin: Origin
): Promise<Refusal | null> {
  const { issuerId, userId: primaryId } = principal;
  const linkedId = account.id;
  const fault = await linkFault(tx, issuerId, { primaryId, linkedId });
  if (fault) return fault;
  await insertLink(tx, { issuerId, primaryId, linkedId });
  const at = now();
  const confirmed = await readRows(tx, idRow)`
    UPDATE user_links SET status = 'confirmed', confirmed_at = ${at}
    WHERE issuer_id = ${issuerId}::uuid AND primary_user_id = ${primaryId}::uuid AND linked_user_id = ${linkedId}::uuid
      AND status = 'unconfirmed' RETURNING id`;
  // Other requests for the same id end.
  await tx.$executeRaw`
    UPDATE user_links SET status = 'unlinked', unlinked_at = ${at}, refusal_hash = NULL, refusal_expires_at = NULL
    WHERE issuer_id = ${issuerId}::uuid AND ${linkedId}::uuid IN (primary_user_id, linked_user_id) AND status = 'unconfirmed'`;
  await endSessionsOf(tx, { issuerId, userId: linkedId });
  const own = await accountOf(principal, tx);
  await queueSecurityNotice(tx, 'user_linked', own, place);
  const linkId = confirmed[0]?.id as string;
  await mailRefusable(tx, { issuerId, id: linkId, state: 'confirmed', primary: own, linked: account }, place);
  await recordAct(tx, principal, origin, {
    issuerId,
    action: 'user_link.confirmed',
    entity: 'user',
    entityId: primaryId,
    details: { linked: linkedId, 'linked.userId': account.userId }
  });
  return null;
}
