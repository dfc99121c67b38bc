import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import type { Brand } from '../../../brand/brands/directory';
import { queueMail } from '../../../brand/mail/queue-mail';
import { mailLocale } from '../../../brand/mail/render';
import { appendAudit, type Origin } from '../../../core/audit/audit';
import { daysLater } from '../../../core/calendar/days';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { newSecretToken } from '../../../core/secrets/ids';
import { secretHash } from '../../../core/secrets/keys';
import { now } from '../../../core/server/clock';
import { type Account, accountOf } from '../../../sign-in/account/accounts';
import { NOT_AUTHORIZED } from '../maintenance';
import { brandOf } from '../people-mail';
import { LINK_NOT_FOUND, undoLink } from './undo-link';

/** The address of the page for refusing a link, on the host name of a brand. */
export type RefusalAddress = (brand: Brand) => Promise<string>;

/** How long the owner of an id can refuse: after a request, and after a confirmed link. */
export const REFUSAL_DAYS = { requested: 7, confirmed: 30 } as const;

interface Told {
  issuerId: string;
  id: string;
  state: keyof typeof REFUSAL_DAYS;
  primary: Account;
  linked: Account;
}

/** Notifies the owner of the linked id, with a single-use link for refusing. */
export async function mailRefusable(
  tx: Transaction,
  { issuerId, id, state, primary, linked }: Told,
  { brand, refusalAddress }: { brand: Brand; refusalAddress: RefusalAddress }
): Promise<void> {
  const token = newSecretToken();
  const days = REFUSAL_DAYS[state];
  const expiresAt = daysLater(now(), days);
  await tx.userLink.updateMany({
    where: { issuerId, id },
    data: { refusalHash: secretHash(token), refusalExpiresAt: expiresAt }
  });
  const known = await brandOf(tx, issuerId, brand.name);
  await queueMail(tx, issuerId, {
    template: `link_${state}`,
    to: linked.email,
    name: linked.name,
    brandName: known.name,
    locale: mailLocale(known, linked.locale),
    params: {
      userId: linked.userId,
      requester: primary.name,
      primaryUserId: primary.userId,
      days,
      address: `${await refusalAddress(known)}&${new URLSearchParams({ token })}`
    },
    at: now().toISOString(),
    timeZone: linked.timeZone
  });
}

const refusableLinkRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  primaryId: z.string(),
  linkedId: z.string(),
  isConfirmed: z.boolean()
});
type RefusableLink = z.infer<typeof refusableLinkRow>;

/** The link that a refusal token is for; undefined if the token is no longer valid. */
async function linkBehind(db: Transaction, token: string): Promise<RefusableLink | undefined> {
  const rows = await readRows(db, refusableLinkRow)`
    SELECT issuer_id AS "issuerId", id, primary_user_id AS "primaryId", linked_user_id AS "linkedId",
      status = 'confirmed' AS "isConfirmed"
    FROM user_links WHERE refusal_hash = ${secretHash(token)} AND refusal_expires_at > ${now()} AND status <> 'unlinked'
    FOR UPDATE`;
  return rows[0];
}

/** The user ids of the link that a refusal token is for; null if the token is no longer valid. */
export async function refusableLink(token: string): Promise<{ userId: string; primaryUserId: string } | null> {
  const link = await linkBehind(database(), token);
  if (!link) return null;
  const { issuerId, primaryId, linkedId } = link;
  const [primary, linked] = [
    await accountOf({ issuerId, userId: primaryId }),
    await accountOf({ issuerId, userId: linkedId })
  ];
  return { userId: linked.userId, primaryUserId: primary.userId };
}

/**
 * Refuses a link by the token of a mail: it is undone immediately, and its sessions end. Of two concurrent calls one
 * returns true.
 */
export async function refuseLink(token: string, brandName: string, origin: Origin): Promise<boolean> {
  return transaction(async (tx) => {
    const link = await linkBehind(tx, token);
    if (!link) return false;
    await refuse(tx, link, brandName, origin);
    return true;
  });
}

/** Refuses a link that an administrator requested, as the owner of either id. */
export async function refuseOwnLink(principal: Principal, linkId: string, origin: Origin): Promise<Result<null>> {
  const { issuerId, userId, accessor, brandName } = principal;
  if (accessor) return refused(NOT_AUTHORIZED);
  return transaction(async (tx) => {
    const [link] = await readRows(tx, refusableLinkRow)`
      SELECT issuer_id AS "issuerId", id, primary_user_id AS "primaryId", linked_user_id AS "linkedId",
        false AS "isConfirmed"
      FROM user_links WHERE issuer_id = ${issuerId}::uuid AND id = ${linkId}::uuid AND status = 'unconfirmed'
        AND ${userId}::uuid IN (primary_user_id, linked_user_id) FOR UPDATE`;
    if (!link) return refused(LINK_NOT_FOUND);
    await refuse(tx, link, brandName, origin, userId);
    return accepted(null);
  });
}

async function refuse(
  tx: Transaction,
  link: RefusableLink,
  brandName: string,
  origin: Origin,
  by: string = link.linkedId
): Promise<void> {
  await undoLink(tx, link, brandName);
  await appendAudit(tx, origin, {
    issuerId: link.issuerId,
    actorUserId: by,
    action: 'user_link.refused',
    entity: 'user',
    entityId: link.primaryId,
    details: { link: link.id, linked: link.linkedId, confirmed: link.isConfirmed }
  });
}
