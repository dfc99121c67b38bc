import type { Transaction } from '../../../core/database/database';
import type { Refusal } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { accountOf } from '../../../sign-in/account/accounts';
import { queueSecurityNotice } from '../../../sign-in/account/security-notice';
import { endOtherSessions } from '../../../sign-in/session/sessions';
import { brandOf } from '../people-mail';

export const LINK_NOT_FOUND: Refusal = { code: 'link.not.found' };

interface UndoneLink {
  issuerId: string;
  id: string;
  primaryId: string;
  linkedId: string;
  isConfirmed: boolean;
}

/**
 * Undoes a link that the caller has locked. For a confirmed one, the primary id's sessions through it end, and both
 * owners are notified.
 */
export async function undoLink(
  tx: Transaction,
  { issuerId, id, primaryId, linkedId, isConfirmed }: UndoneLink,
  brandName: string
): Promise<void> {
  await tx.userLink.update({
    where: { issuerId_id: { issuerId, id } },
    data: { status: 'unlinked', unlinkedAt: now(), refusalHash: null, refusalExpiresAt: null }
  });
  if (!isConfirmed) return;
  await endOtherSessions(tx, { issuerId, userId: linkedId }, null);
  const brand = await brandOf(tx, issuerId, brandName);
  const [primary, linked] = [
    await accountOf({ issuerId, userId: primaryId }, tx),
    await accountOf({ issuerId, userId: linkedId }, tx)
  ];
  for (const account of primary.email === linked.email ? [linked] : [primary, linked])
    await queueSecurityNotice(tx, 'user_unlinked', account, { brand, locale: brand.locales[0] ?? 'en_US' });
}
